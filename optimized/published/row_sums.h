#ifndef ULNA_PUBLISHED_ROW_SUMS_H
#define ULNA_PUBLISHED_ROW_SUMS_H

#include "../common/skin_rows.h"

// Eight of the nine horizontal additions in two instructions: Fast Skinning, sections 3 and 5. The
// sums of x and y end up in the upper half, and what is left of z in the lower.
inline void store_row_sums(ulna_vec4& out, Rows rows) {
  const __m128 xy = _mm_add_ps(_mm_unpacklo_ps(rows.x, rows.y), _mm_unpackhi_ps(rows.x, rows.y));
  const __m128 sums =
      _mm_add_ps(_mm_movelh_ps(rows.z, xy), _mm_shuffle_ps(rows.z, xy, _MM_SHUFFLE(3, 2, 3, 2)));
  const __m128i z1 = _mm_shuffle_epi32(_mm_castps_si128(sums), _MM_SHUFFLE(3, 2, 0, 1));
  store_xyz(out, _mm_movehl_ps(sums, sums), _mm_add_ss(sums, _mm_castsi128_ps(z1)));
}

#endif
