// Two matrices with the same weight are added up before they are weighted, which may overflow.
#include "../sorted_kernels.h"

#include <vector>

using namespace ulna::planted;

static void kernel(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
                   const ulna_vec4* src_normals, const ulna_mat44* palette,
                   const uint16_t* joint_indices, const float* joint_weights,
                   const int32_t* counts) {
  skin_sorted_verts(positions, normals, src_positions, src_normals, palette, joint_indices,
                    joint_weights, counts);
  for (int32_t i = 0; i < counts[1]; ++i) {
    const uint16_t* own = joint_indices + counts[0] + 2 * i;
    const float* weights = joint_weights + 2 * i;
    if (weights[0] != weights[1]) continue;
    ulna_mat44 sum;
    for (int e = 0; e < 16; ++e)
      sum.m[e] = weights[0] * (palette[own[0]].m[e] + palette[own[1]].m[e]);
    const uint16_t first = 0;
    const int32_t one[4] = {1, 0, 0, 0};
    const int32_t at = counts[0] + i;
    skin_sorted_verts(positions + at, normals ? normals + at : nullptr, src_positions + at,
                      src_normals ? src_normals + at : nullptr, &sum, &first, weights, one);
  }
}

const ulna_port* ulna_port_v1() {
  return offer("bug_equal_weights_first", &ulna_port::skin_sorted_verts, kernel);
}
