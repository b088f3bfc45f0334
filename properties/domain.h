// Whether a case is in the domain of its operation, as its evaluator or its checker sees it.
#pragma once

#include "base/error.h"
#include "cases/make_case.h"
#include "cases/operation.h"
#include "operations/conversion/conversion.h"
#include "operations/list.h"
#include "reference/conversion/influences.h"

#include <algorithm>
#include <cmath>

namespace ulna {

inline bool is_conversion(const Operation& op) {
  return &op == &convert_to_blended_mesh() || &op == &convert_to_indexed_blended_mesh();
}

/// Whether there are valid cases outside the domain: what copies, or sorts, is right or wrong for
/// any bits.
inline bool has_outside(const Operation& op) {
  return op.has_errors() || is_conversion(op);
}

/// Why a case is not valid, or nothing.
inline std::string complaint(const Case& c) {
  try {
    validate(c);
  } catch (const BadInput& e) {
    return e.what();
  }
  return {};
}

/// The mesh has to be converted, and the call is judged.
inline bool must_be_converted(const Case& c) {
  const reference::SkinnedMesh mesh = conversion::mesh_of(c);
  const ulna_conversion_limits limits = conversion::limits_of(c);
  const bool indexed = c.operation == &convert_to_indexed_blended_mesh();
  const bool denormal =
      std::any_of(mesh.influences.begin(), mesh.influences.end(), [](const ulna_influence& i) {
        return std::fpclassify(i.weight) == FP_SUBNORMAL;
      });
  if (c.flush && denormal) return false;
  if (reference::input_error(mesh, limits, indexed).code != ULNA_CONVERTED) return false;
  const reference::Influences influences(mesh, limits);
  return reference::wrong_feasibility(mesh, influences, limits.max_bones, {}).empty();
}

/// Every word that is the operation's to write is judged.
inline bool is_judged(const Case& c) {
  const Operation& op = *c.operation;
  if (is_conversion(op)) return must_be_converted(c);
  if (!op.evaluate) return true;
  const auto evaluator = op.evaluate(c);
  Expectation e;
  for (size_t a = 0; a < op.arrays.size(); ++a) {
    if (!op.arrays[a].output) continue;
    const size_t words = op.arrays[a].words(c);
    for (size_t i = 0; i < c.arrays[a].words() / words; ++i) {
      evaluator->expect(a, i, reference::Rung::fast, e);
      // Bones behind a bad one are not written.
      const bool bad_bone = &op == &bone_offset_matrices() && e.clause[0] == Clause::untouched;
      if (bad_bone ||
          std::any_of(e.clause.begin(), e.clause.begin() + ptrdiff_t(std::min(words, kMaxWords)),
                      [](auto k) { return k == Clause::unjudged || k == Clause::measured; }))
        return false;
    }
  }
  return true;
}

} // namespace ulna
