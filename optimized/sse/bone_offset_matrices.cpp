// The minors of a matrix are the cross products of its rows, one register each.
#include "../common/mat44_rows.h"
#include "../common/operations.h"

static __m128 abs_of(__m128 v) {
  return _mm_andnot_ps(_mm_set1_ps(-0.0f), v);
}

// x, y, z, w to y, z, x, w
static __m128 turn(__m128 v) {
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(3, 0, 2, 1));
}

// The sum of the first three lanes, in lane 0.
static __m128 sum_xyz(__m128 v) {
  return _mm_add_ss(_mm_add_ss(v, lane<1>(v)), lane<2>(v));
}

// Finite, and column 3 is 0, 0, 0, 1.
static bool is_affine(const Mat44Rows& m) {
  // x - x is 0 for what is finite, and else a NaN.
  const __m128 difference = _mm_add_ps(_mm_add_ps(_mm_sub_ps(m.x, m.x), _mm_sub_ps(m.y, m.y)),
                                       _mm_add_ps(_mm_sub_ps(m.z, m.z), _mm_sub_ps(m.t, m.t)));
  const __m128 finite = _mm_cmpeq_ps(difference, _mm_setzero_ps());
  const __m128 column =
      _mm_movehl_ps(_mm_unpackhi_ps(m.z, m.t), _mm_unpackhi_ps(m.x, m.y)); // of z w, in pairs
  // Lanes 0 and 1 hold w of x and y, lanes 2 and 3 those of z and t.
  const __m128 owed = _mm_cmpeq_ps(column, _mm_setr_ps(0.0f, 0.0f, 0.0f, 1.0f));
  return _mm_movemask_ps(_mm_and_ps(finite, owed)) == 15;
}

// The cross products of the rows two by two: column r of their inverse, but for the determinant.
struct Cofactors {
  __m128 x, y, z;
  float det;
  bool singular; // rounding alone may have kept the determinant from being zero
};

static Cofactors cofactors(const Mat44Rows& m) {
  const __m128 x1 = turn(m.x), y1 = turn(m.y), z1 = turn(m.z);
  const __m128 plus = _mm_mul_ps(m.y, z1), minus = _mm_mul_ps(y1, m.z);
  Cofactors c;
  c.x = turn(_mm_sub_ps(plus, minus));
  c.y = turn(_mm_sub_ps(_mm_mul_ps(m.z, x1), _mm_mul_ps(z1, m.x)));
  c.z = turn(_mm_sub_ps(_mm_mul_ps(m.x, y1), _mm_mul_ps(x1, m.y)));
  const __m128 both = turn(_mm_add_ps(abs_of(plus), abs_of(minus)));
  const __m128 terms = sum_xyz(_mm_mul_ps(abs_of(m.x), both));
  const __m128 det = sum_xyz(_mm_mul_ps(m.x, c.x));
  c.det = _mm_cvtss_f32(det);
  c.singular =
      !_mm_comigt_ss(abs_of(det), _mm_mul_ss(terms, _mm_set_ss(0x1p-20f))); // also for NaNs
  return c;
}

static Mat44Rows multiply(const Mat44Rows& a, const Mat44Rows& b) {
  return {rotate(a.x, b), rotate(a.y, b), rotate(a.z, b), _mm_add_ps(rotate(a.t, b), b.t)};
}

static Mat44Rows inverse(const Mat44Rows& m, const Cofactors& c) {
  const __m128 det = _mm_set1_ps(c.det);
  Mat44Rows x = {_mm_div_ps(c.x, det), _mm_div_ps(c.y, det), _mm_div_ps(c.z, det),
                 _mm_setzero_ps()};
  _MM_TRANSPOSE4_PS(x.x, x.y, x.z, x.t); // its row 3 was zero, so lane 3 of the rows is
  x.t = _mm_sub_ps(_mm_setr_ps(0.0f, 0.0f, 0.0f, 1.0f), rotate(m.t, x));
  return x;
}

int32_t bone_offset_matrices(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
                             const ulna_mat44* locals, int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; i++) {
    const Mat44Rows local = load(locals[i]);
    // Singular is what is so before anything is rounded; the chain only blurs it.
    if (!is_affine(local)) return i;
    Cofactors c = cofactors(local);
    if (c.singular) return i;
    Mat44Rows all = local;
    if (parents[i] >= 0) {
      all = multiply(local, load(combined[parents[i]]));
      c = cofactors(all);
      if (c.singular) return i;
    }
    store(combined[i], all);
    store(offset[i], inverse(all, c));
  }
  return -1;
}
