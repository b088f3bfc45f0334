// Four vertices at a time, each in its lane: the weighted matrices of each are added up as rows,
// and four rows turned into columns.
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "../common/unrolled.h"
#include "rows.h"

namespace {

struct Vectors {
  Floats4 x, y, z;
};

// `by` is what makes one component of each of four vectors.
inline Floats4 turned(const Vectors& v, const Columns& by) {
  return madd(v.z, by.z, madd(v.y, by.y, multiply(v.x, by.x)));
}

// w of the columns is the translation.
inline Floats4 moved(const Vectors& v, const Columns& by) {
  return madd(v.z, by.z, madd(v.y, by.y, madd(v.x, by.x, by.w)));
}

inline Vectors unit(const Vectors& v) {
  const Floats4 squares = madd(v.z, v.z, madd(v.y, v.y, multiply(v.x, v.x)));
  const Floats4 by = inverse_root(squares);
  return {multiply(v.x, by), multiply(v.y, by), multiply(v.z, by)};
}

// A vertex is a row of six floats.
inline void store(ulna_mesh_vertex* dst, const Vectors& position, const Vectors& normal) {
  store_columns(reinterpret_cast<float*>(dst), position.x, position.y, position.z, normal.x,
                normal.y, normal.z);
}

struct Kernel {
  static constexpr int width = 4;

  template <int Influences>
  static void skin(const SoaVerts& verts, ptrdiff_t first) {
    const Rows a = blended<Influences>(verts, first);
    const Rows b = blended<Influences>(verts, first + 1);
    const Rows c = blended<Influences>(verts, first + 2);
    const Rows d = blended<Influences>(verts, first + 3);
    const Columns x = transposed(a.x, b.x, c.x, d.x);
    const Columns y = transposed(a.y, b.y, c.y, d.y);
    const Columns z = transposed(a.z, b.z, c.z, d.z);
    const auto component = [&](int s) { return load(verts.streams[s] + first); };
    const Vectors position = {component(0), component(1), component(2)};
    const Vectors normal = {component(3), component(4), component(5)};
    store(verts.dst + first, {moved(position, x), moved(position, y), moved(position, z)},
          unit({turned(normal, x), turned(normal, y), turned(normal, z)}));
  }

private:
  template <int Influences>
  [[gnu::always_inline]] static Rows blended(const SoaVerts& verts, ptrdiff_t i) {
    const uint8_t* indices = verts.indices + Influences * i;
    const float* weights = verts.weights + Influences * i;
    Rows sum = multiply(load_rows(verts.matrices[indices[0]]), load_factor(weights));
    unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
      const Rows rows = load_rows(verts.matrices[indices[k + 1]]);
      sum = add_product(sum, rows, load_factor(weights + k + 1));
    });
    return sum;
  }
};

} // namespace

void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts) {
  skin_uniform<Kernel>(soa_verts(dst, *src, joints, joint_indices, joint_weights), num_influences,
                       num_verts);
}
