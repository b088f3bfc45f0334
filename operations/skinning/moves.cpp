#include "cases/move.h"
#include "operations/skinning/skinning.h"

namespace ulna::skinning {
namespace {

/// Two vertices become one, or one becomes two.
bool move_vertex_end(Case& c, Random& r) {
  const auto weights = c.arrays[skinning::kWeights].as<ulna_joint_weight>();
  if (weights.empty()) return false;
  int32_t& next = weights[r.below(weights.size())].next_vertex_offset;
  constexpr int32_t kEnds = sizeof(ulna_joint_weight);
  constexpr int32_t kGoesOn = 2 * kEnds;
  next = next == kEnds ? kGoesOn : kEnds;
  return true;
}

constexpr Move kAll[] = {{"move the end of a vertex", 15, move_vertex_end}};

} // namespace

const std::span<const Move> kMoves = kAll;

} // namespace ulna::skinning
