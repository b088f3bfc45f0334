// Four vertices at a time, each in its lane: the weighted matrices of each are added up as rows,
// and four rows turned into columns.
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "../common/unrolled.h"
#include "rows.h"

namespace {

struct Vectors {
  float32x4_t x, y, z;
};

// What makes one component of each of four vectors.
struct Columns {
  float32x4_t x, y, z, move;
};

inline float32x4_t low_halves(float32x4_t a, float32x4_t b) {
  return vcombine_f32(vget_low_f32(a), vget_low_f32(b));
}
inline float32x4_t high_halves(float32x4_t a, float32x4_t b) {
  return vcombine_f32(vget_high_f32(a), vget_high_f32(b));
}

inline Columns transposed(float32x4_t a, float32x4_t b, float32x4_t c, float32x4_t d) {
  const float32x4x2_t ab = vtrnq_f32(a, b); // a0 b0 a2 b2, a1 b1 a3 b3
  const float32x4x2_t cd = vtrnq_f32(c, d);
  return {low_halves(ab.val[0], cd.val[0]), low_halves(ab.val[1], cd.val[1]),
          high_halves(ab.val[0], cd.val[0]), high_halves(ab.val[1], cd.val[1])};
}

inline float32x4_t turned(const Vectors& v, const Columns& by) {
  return vfmaq_f32(vfmaq_f32(vmulq_f32(v.x, by.x), v.y, by.y), v.z, by.z);
}

inline float32x4_t moved(const Vectors& v, const Columns& by) {
  return vfmaq_f32(vfmaq_f32(vfmaq_f32(by.move, v.x, by.x), v.y, by.y), v.z, by.z);
}

inline Vectors unit(const Vectors& v) {
  const float32x4_t squares = vfmaq_f32(vfmaq_f32(vmulq_f32(v.x, v.x), v.y, v.y), v.z, v.z);
  const float32x4_t by = inverse_root(squares);
  return {vmulq_f32(v.x, by), vmulq_f32(v.y, by), vmulq_f32(v.z, by)};
}

// The vertices as a run of vectors: a position, its normal, the next position.
inline void store(ulna_mesh_vertex* dst, const Vectors& position, const Vectors& normal) {
  const float32x4x2_t x = vzipq_f32(position.x, normal.x);
  const float32x4x2_t y = vzipq_f32(position.y, normal.y);
  const float32x4x2_t z = vzipq_f32(position.z, normal.z);
  vst3q_f32(dst[0].position, {{x.val[0], y.val[0], z.val[0]}});
  vst3q_f32(dst[2].position, {{x.val[1], y.val[1], z.val[1]}});
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
    const auto component = [&](int s) { return vld1q_f32(verts.streams[s] + first); };
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
    Rows sum = multiply(load_rows(verts.matrices[indices[0]]), vld1q_dup_f32(weights));
    unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
      const Rows rows = load_rows(verts.matrices[indices[k + 1]]);
      sum = add_product(sum, rows, vld1q_dup_f32(weights + k + 1));
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
