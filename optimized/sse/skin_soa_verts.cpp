// Four vertices at a time, by lanes: their weighted matrices are added up and transposed, of the
// vertices only the results are.
#include "../common/four_verts.h"
#include "../common/operations.h"
#include "../common/skin_rows.h"
#include "../common/uniform_verts.h"
#include "../common/unrolled.h"
#include "unit_normals.h"

namespace {

template <int Influences>
inline Rows blended(const SoaVerts& verts, ptrdiff_t i) {
  const uint8_t* indices = verts.indices + Influences * i;
  const float* weights = verts.weights + Influences * i;
  const auto weighted = [&](int k) {
    return multiply(load_rows(verts.matrices[indices[k]]), _mm_set1_ps(weights[k]));
  };
  Rows sum = weighted(0);
  unrolled<Influences - 1>([&](auto k) { sum = add(sum, weighted(k + 1)); });
  return sum;
}

// Six floats of each of four vertices.
inline void store_verts(ulna_mesh_vertex* dst, const FourVectors& position,
                        const FourVectors& normal) {
  const FourColumns verts = transposed(position.x, position.y, position.z, normal.x);
  const __m128 ab = _mm_unpacklo_ps(normal.y, normal.z);
  const __m128 cd = _mm_unpackhi_ps(normal.y, normal.z);
  const auto last_two = [&](int i) { return reinterpret_cast<__m64*>(dst[i].normal + 1); };
  _mm_storeu_ps(dst[0].position, verts.x);
  _mm_storel_pi(last_two(0), ab);
  _mm_storeu_ps(dst[1].position, verts.y);
  _mm_storeh_pi(last_two(1), ab);
  _mm_storeu_ps(dst[2].position, verts.z);
  _mm_storel_pi(last_two(2), cd);
  _mm_storeu_ps(dst[3].position, verts.move);
  _mm_storeh_pi(last_two(3), cd);
}

struct Kernel {
  static constexpr int width = 4;

  template <int Influences>
  static void skin(const SoaVerts& verts, ptrdiff_t i) {
    const auto load = [&](int stream) { return _mm_loadu_ps(verts.streams[stream] + i); };
    const Rows a = blended<Influences>(verts, i);
    const Rows b = blended<Influences>(verts, i + 1);
    const Rows c = blended<Influences>(verts, i + 2);
    const Rows d = blended<Influences>(verts, i + 3);
    const FourColumns x = transposed(a.x, b.x, c.x, d.x);
    const FourColumns y = transposed(a.y, b.y, c.y, d.y);
    const FourColumns z = transposed(a.z, b.z, c.z, d.z);
    const FourVectors position = {load(0), load(1), load(2)};
    const FourVectors normal = {load(3), load(4), load(5)};
    const FourVectors blend = {turned(normal, x), turned(normal, y), turned(normal, z)};
    store_verts(verts.dst + i, {moved(position, x), moved(position, y), moved(position, z)},
                scaled(blend, inverse_lengths(squared_lengths(blend))));
  }
};

} // namespace

void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts) {
  skin_uniform<Kernel>(soa_verts(dst, *src, joints, joint_indices, joint_weights), num_influences,
                       num_verts);
}
