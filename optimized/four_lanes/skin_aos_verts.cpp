// A vertex at a time by rows, of which a vector needs no sums of lanes; the lengths of four normals
// together.
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "mat44.h"

namespace {

// Of the first three lanes. Lane 3 comes from column 3 of a matrix, which may be anything.
inline Floats4 squares(Floats4 v) {
  const Floats4 three = three_and_zero(v);
  return multiply(three, three);
}

struct Kernel {
  static constexpr int width = 4;

  template <int Influences>
  static void skin(const AosVerts& verts, ptrdiff_t first) {
    Floats4 normals[width];
    unrolled<width>([&](auto k) __attribute__((always_inline)) {
      const ptrdiff_t i = first + k;
      const ptrdiff_t influence = Influences * i;
      const Mat44 mat =
          blended<Influences>(verts.matrices, verts.indices + influence, verts.weights + influence);
      // Goes over the first component of the normal too, which is stored after it.
      store(verts.dst[i].position, moved(load_three(verts.streams[0] + 3 * i), mat));
      normals[k] = turned(load_three(verts.streams[1] + 3 * i), mat);
    });
    const Floats4 by = inverse_root(four_sums(squares(normals[0]), squares(normals[1]),
                                              squares(normals[2]), squares(normals[3])));
    unrolled<width>([&](auto k) __attribute__((always_inline)) {
      store_three(verts.dst[first + k].normal, multiply_by<k>(normals[k], by));
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
