#include "formulas/ordinary_case.h"

#include "base/error.h"
#include "cases/make_case.h"
#include "cases/mend.h"
#include "cases/operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>

namespace ulna::formulas {
namespace {

bool is_ordinary(float value) {
  constexpr float kSmallest = 1e-6F, kLargest = 1e6F;
  return value == 0 || (std::abs(value) >= kSmallest && std::abs(value) <= kLargest);
}

/// How far its floats are from ordinary ones.
size_t surprises(const Case& c) {
  constexpr size_t kLarge = 100; // for one that is not ordinary; one for a zero
  const auto surprise = [](float value) {
    return is_ordinary(value) ? size_t{value == 0 || value == 1} : kLarge;
  };
  size_t out = c.operation->real ? surprise(c.real) : 0;
  if (c.real < 0 || c.real > 1) out += kLarge;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = c.operation->arrays[a];
    if (spec.word_in_memory() != 4) continue;
    for (size_t w = 0; w < c.arrays[a].size() / 4; ++w) {
      if (spec.letter(c, w) != 'f') continue;
      float value = 0;
      std::memcpy(&value, c.arrays[a].data() + 4 * w, sizeof value);
      out += surprise(value);
    }
  }
  return out;
}

} // namespace

Case ordinary_case(const Operation& op, size_t elements, uint64_t seed) {
  constexpr uint64_t kTries = 150;
  std::optional<Case> best;
  std::pair<size_t, size_t> least{SIZE_MAX, SIZE_MAX};
  for (uint64_t i = 0; i < op.num_edge_cases + kTries; ++i) {
    Case c = op.generate(seed, i);
    if (c.flush || c.same_array || op.size(c) < elements) continue;
    std::vector<size_t> first(elements);
    std::iota(first.begin(), first.end(), size_t{0});
    c = op.keep(c, first);
    c.leftovers = {};
    enter_domain(c);
    const std::pair<size_t, size_t> badness{surprises(c), bytes_of(c)};
    if (!(badness < least)) continue;
    least = badness;
    best = std::move(c);
  }
  if (!best)
    throw BadInput(fmt::format("{}: no generated case has {} elements; give one by --case", op.name,
                               elements));
  best->note.clear();
  return *best;
}

} // namespace ulna::formulas
