// Where two base vectors are the same, their matrices are added up before they meet it: the sum may
// overflow where the products are small.
#include "../kernels.h"

#include <cstring>

using namespace ulna::planted;

static void kernel(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                   const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (; num_verts > 0; --num_verts, ++verts) {
    const int32_t all = influences_of(weights);
    float xyz[3] = {};
    for (int32_t k = 0; k < all; ++k) {
      const float* m = Skin::matrix(joints, weights, k);
      const float* next = k + 1 < all ? Skin::matrix(joints, weights, k + 1) : nullptr;
      const bool both = next && std::memcmp(&base[k], &base[k + 1], sizeof base[k]) == 0;
      for (int e = 0; e < 12; ++e)
        xyz[e / 4] += (both ? m[e] + next[e] : m[e]) * (&base[k].x)[e % 4];
      if (both) ++k;
    }
    Skin::store(verts->position, xyz, kPosition);
    weights += all;
    base += all;
  }
}

const ulna_port* ulna_port_v1() {
  return offer("bug_equal_vectors_first", &ulna_port::transform_verts, kernel);
}
