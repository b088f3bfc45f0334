#ifndef ULNA_SSE3_ROW_SUMS_H
#define ULNA_SSE3_ROW_SUMS_H

#include "../common/skin_rows.h"

#include <pmmintrin.h>

inline void store_row_sums(ulna_vec4& out, Rows rows) {
  const __m128 z = _mm_hadd_ps(rows.z, rows.z);
  const __m128 xy = _mm_hadd_ps(rows.x, rows.y); // x0+x1, x2+x3, y0+y1, y2+y3
  const __m128 xyz = _mm_hadd_ps(xy, z);
  store_xyz(out, xyz, _mm_movehl_ps(xyz, xyz));
}

#endif
