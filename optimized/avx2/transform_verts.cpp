// Four vertices at a time share the horizontal sums.
#include "../common/operations.h"
#include "matrices.h"

static inline void store_positions(ulna_vertex* verts, const Rows& a, const Rows& b, const Rows& c,
                                   const Rows& d) {
  const __m256 xy = sums(a.xy, b.xy, c.xy, d.xy);
  const __m128 x = _mm256_castps256_ps128(xy);
  const __m128 y = _mm256_extractf128_ps(xy, 1);
  const __m128 xy_ab = _mm_unpacklo_ps(x, y);
  const __m128 xy_cd = _mm_unpackhi_ps(x, y);
  const __m256 halves = sums_of_halves(_mm256_set_m128(c.z, a.z), _mm256_set_m128(d.z, b.z));
  const __m256 z = _mm256_add_ps(halves, _mm256_movehdup_ps(halves)); // a, -, b, -, c, -, d, -
  const __m128 z_ab = _mm256_castps256_ps128(z);
  const __m128 z_cd = _mm256_extractf128_ps(z, 1);
  store_low(&verts[0].position.x, xy_ab);
  store_lane<0>(&verts[0].position.z, z_ab);
  store_high(&verts[1].position.x, xy_ab);
  store_lane<2>(&verts[1].position.z, z_ab);
  store_low(&verts[2].position.x, xy_cd);
  store_lane<0>(&verts[2].position.z, z_cd);
  store_high(&verts[3].position.x, xy_cd);
  store_lane<2>(&verts[3].position.z, z_cd);
}

static inline void store_position(ulna_vertex& vert, const Rows& rows) {
  const __m256 z = _mm256_castps128_ps256(rows.z);
  const __m256 xy_and_z = sums(rows.xy, z, z, z); // x, z, -, -, y, -, -, -
  const __m128 xz = _mm256_castps256_ps128(xy_and_z);
  store_low(&vert.position.x, _mm_unpacklo_ps(xz, _mm256_extractf128_ps(xy_and_z, 1)));
  store_lane<1>(&vert.position.z, xz);
}

[[gnu::flatten]] void transform_verts(ulna_vertex* verts, int32_t num_verts,
                                      const ulna_joint_mat* joints, const ulna_vec4* base,
                                      const ulna_joint_weight* weights, int32_t) {
  // The products of all influences of a vertex, added up.
  const auto next_vertex = [&] {
    Rows sum = multiply(load(joint_matrix(joints, *weights)), load_for_rows(*base++));
    while (!is_last_influence(*weights++))
      sum = multiply_add(load(joint_matrix(joints, *weights)), load_for_rows(*base++), sum);
    return sum;
  };
  for (; num_verts >= 4; num_verts -= 4, verts += 4) {
    const Rows a = next_vertex();
    const Rows b = next_vertex();
    const Rows c = next_vertex();
    const Rows d = next_vertex();
    store_positions(verts, a, b, c, d);
  }
  for (; num_verts > 0; num_verts--, verts++) store_position(*verts, next_vertex());
}
