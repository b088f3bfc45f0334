// The sums of Fast Skinning, section 5: two haddps for eight of the nine horizontal additions, and
// for the last what the paper takes, or, with ULNA_HADDPS_LAST, a third haddps, which it advises
// against. All else is as in the port sse3.
#include "../../../optimized/common/operations.h"
#include "../../../optimized/common/skin_rows.h"

#include <pmmintrin.h>

namespace {

// Of a + b: both where the lowest is.
__m128 last_sum(__m128 sums) {
#ifdef ULNA_HADDPS_LAST
  return _mm_hadd_ps(sums, sums);
#else
  const __m128i other = _mm_shuffle_epi32(_mm_castps_si128(sums), _MM_SHUFFLE(3, 2, 0, 1));
  return _mm_add_ss(_mm_castsi128_ps(other), sums);
#endif
}

void store_row_sums(ulna_vec4& out, Rows rows) {
  const __m128 sums = _mm_hadd_ps(rows.z, _mm_hadd_ps(rows.x, rows.y));
  store_xyz(out, _mm_movehl_ps(sums, sums), last_sum(sums));
}

void verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
           const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  skin_positions<store_row_sums>(verts, num_verts, joints, base, weights);
}

void verts_and_tangents(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                        const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  skin_positions_normals_tangents<store_row_sums>(verts, num_verts, joints, base, weights);
}

} // namespace

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = [] {
    ulna_port p{};
    p.struct_size = sizeof p;
#ifdef ULNA_HADDPS_LAST
    p.name = "haddps_last";
#else
    p.name = "haddps";
#endif
    p.cpu_features = "pni";
    p.transform_verts = verts;
    p.transform_verts_and_tangents = verts_and_tangents;
    return p;
  }();
  return &port;
}
