// What a conversion makes of its input before it cuts anything: docs/conversion.md, "What goes in".
#pragma once

#include "reference/conversion/mesh.h"

#include <string>
#include <vector>

namespace ulna::reference {

/// An influence of a vertex, its weight added up over all entries of the bone.
struct Influence {
  uint32_t bone;
  bool merged; ///< of several entries: other orders of adding give other last bits
  bool sure;   ///< kept whatever the port chooses where rule 3 leaves it a choice
  double weight;
};

/// The influences of all vertices that rule 3 keeps or may keep, by vertex and in the order of the
/// bones. Only for meshes whose indices, bones and weights are right.
class Influences {
public:
  Influences(const SkinnedMesh& mesh, const ulna_conversion_limits& limits);

  std::span<const Influence> of(uint32_t vertex) const {
    return std::span(all_).subspan(first_[vertex], first_[vertex + 1] - first_[vertex]);
  }
  /// Where of(vertex) begins in an array of one element for each influence, size() of them.
  size_t first(uint32_t vertex) const { return first_[vertex]; }
  size_t size() const { return all_.size(); }

  /// The sum of the weights of a vertex before rule 3.
  double whole(uint32_t vertex) const { return whole_[vertex]; }

private:
  std::vector<Influence> all_;
  std::vector<size_t> first_;
  std::vector<double> whole_;
};

/// Rule 3's order: whether `a` has to be kept rather than `b`. Of two influences that are equal
/// within 2^-40, one of them merged, neither has to.
bool goes_before(const Influence& a, const Influence& b);

struct Returned {
  int32_t code = ULNA_CONVERTED;
  uint32_t where = 0;
};

/// The first error that limits, indices, bones and weights have, ULNA_TOO_FEW_BONES left out.
Returned input_error(const SkinnedMesh& mesh, const ulna_conversion_limits& limits, bool indexed);

/// Why a port must not return this for a mesh without input error: whether some max_bones bones
/// hold one of each vertex of each face. Empty if it may.
std::string wrong_feasibility(const SkinnedMesh& mesh, const Influences& influences,
                              uint32_t max_bones, Returned returned);

/// One for each vertex: whether a face of it is too wide, so that it may give up influences.
std::vector<uint8_t> may_shrink(const SkinnedMesh& mesh, const Influences& influences,
                                uint32_t max_bones);

/// The name of a code that a conversion returns.
const char* code_name(int32_t code);

} // namespace ulna::reference
