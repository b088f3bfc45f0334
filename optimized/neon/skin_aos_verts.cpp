// A vertex at a time by rows, of which a vector needs no sums of lanes; the lengths of four normals
// together.
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "mat44.h"

namespace {

// Of the first three lanes. Lane 3 comes from column 3 of a matrix, which may be anything.
inline float32x4_t squares(float32x4_t v) {
  const float32x4_t three = vsetq_lane_f32(0.0f, v, 3);
  return vmulq_f32(three, three);
}

struct Kernel {
  static constexpr int width = 4;

  template <int Influences>
  static void skin(const AosVerts& verts, ptrdiff_t first) {
    float32x4_t normals[width];
    unrolled<width>([&](auto k) __attribute__((always_inline)) {
      const ptrdiff_t i = first + k;
      const ptrdiff_t influence = Influences * i;
      const Mat44 mat =
          blended<Influences>(verts.matrices, verts.indices + influence, verts.weights + influence);
      // Goes over the first component of the normal too, which is stored after it.
      vst1q_f32(verts.dst[i].position, moved(load_three(verts.streams[0] + 3 * i), mat));
      normals[k] = turned(load_three(verts.streams[1] + 3 * i), mat);
    });
    const float32x4_t by = inverse_root(four_sums(squares(normals[0]), squares(normals[1]),
                                                  squares(normals[2]), squares(normals[3])));
    unrolled<width>([&](auto k) __attribute__((always_inline)) {
      store_three(verts.dst[first + k].normal, vmulq_laneq_f32(normals[k], by, k));
    });
  }
};

} // namespace

void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  const AosVerts verts = {dst, {positions, normals}, palette, joint_indices, joint_weights};
  skin_uniform<Kernel>(verts, num_influences, num_verts);
}
