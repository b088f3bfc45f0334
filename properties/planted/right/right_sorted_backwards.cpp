// From the last vertex to the first, with the normals of all before their positions.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

template <class Visit>
void for_each_backwards(const int32_t* counts, Visit visit) {
  int32_t vertex = 0;
  int32_t index = 0;
  int32_t weight = 0;
  for (int influences = 1; influences <= 4; ++influences) {
    vertex += counts[influences - 1];
    index += counts[influences - 1] * influences;
    weight += counts[influences - 1] * Sorted::weights(influences);
  }
  for (int influences = 4; influences > 0; --influences) {
    for (int32_t left = counts[influences - 1]; left > 0; --left) {
      vertex -= 1;
      index -= influences;
      weight -= Sorted::weights(influences);
      visit(vertex, influences, index, weight);
    }
  }
}

void kernel(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
            const ulna_vec4* src_normals, const ulna_mat44* palette, const uint16_t* joint_indices,
            const float* joint_weights, const int32_t* counts) {
  const auto skin = [&](ulna_vec4* to, const ulna_vec4* from, Vector which) {
    for_each_backwards(counts, [&](int32_t v, int influences, int32_t index, int32_t weight) {
      skin_vector<Sorted>(to[v], from[v], which,
                          {influences, palette, joint_indices + index, joint_weights + weight});
    });
  };
  if (normals) skin(normals, src_normals, kNormal);
  skin(positions, src_positions, kPosition);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_sorted_backwards", &ulna_port::skin_sorted_verts, kernel);
}
