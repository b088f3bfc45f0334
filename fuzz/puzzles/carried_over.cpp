// A vertex is taken to have the blended matrix of the one before it if their joints and weights are
// the same as far as the shorter lists go: across the border of two groups the longer one has more.
#include "../../properties/planted/sorted_kernels.h"

#include <algorithm>
#include <cstring>

using namespace ulna::planted;

namespace {

bool is_carried_over(const SortedVertex& a, const SortedVertex& b) {
  const auto common = static_cast<size_t>(std::min(a.influences, b.influences));
  if (std::memcmp(a.indices, b.indices, common * sizeof *a.indices) != 0) return false;
  for (int k = 0; k < int(common); ++k)
    if (Sorted::weight(a.weights, k, a.influences) != Sorted::weight(b.weights, k, b.influences))
      return false;
  return true;
}

void kernel(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
            const ulna_vec4* src_normals, const ulna_mat44* palette, const uint16_t* joint_indices,
            const float* joint_weights, const int32_t* counts) {
  SortedVertex last{};
  for (int influences = 1; influences <= 4; ++influences) {
    for (int32_t left = counts[influences - 1]; left > 0; --left) {
      const SortedVertex vertex{influences, palette, joint_indices, joint_weights};
      if (last.influences == 0 || !is_carried_over(vertex, last)) last = vertex;
      skin_vector<Sorted>(*positions++, *src_positions++, kPosition, last);
      if (normals) skin_vector<Sorted>(*normals++, *src_normals++, kNormal, last);
      joint_indices += Sorted::indices(influences);
      joint_weights += Sorted::weights(influences);
    }
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("carried_over", &ulna_port::skin_sorted_verts, kernel);
}
