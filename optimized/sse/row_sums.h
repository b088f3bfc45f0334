#ifndef ULNA_SSE_ROW_SUMS_H
#define ULNA_SSE_ROW_SUMS_H

#include "../common/skin_rows.h"

inline void store_row_sums(ulna_vec4& out, Rows rows) {
  // x0+x2, y0+y2, x1+x3, y1+y3
  const __m128 xy = _mm_add_ps(_mm_unpacklo_ps(rows.x, rows.y), _mm_unpackhi_ps(rows.x, rows.y));
  // z0+z2, z1+z3
  const __m128 z = _mm_add_ps(rows.z, _mm_movehl_ps(rows.z, rows.z));
  store_xyz(out, _mm_add_ps(xy, _mm_movehl_ps(xy, xy)),
            _mm_add_ss(z, _mm_shuffle_ps(z, z, _MM_SHUFFLE(1, 1, 1, 1))));
}

#endif
