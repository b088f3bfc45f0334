#include "../common/operations.h"
#include "single_quat.h"
#include "slerp_scales.h"

// The polynomial for both scales at once, in double: with one x for one lerp, its coefficients are
// used as soon as they are made.
void slerp(const float a[4], const float b[4], float t, float out[4]) {
  const Floats4 from = load(a);
  const Floats4 to = load(b);
  const Floats4 cosine = dot(from, to);
  const Doubles2 magnitude = to_doubles(absolute(cosine));
  const Doubles2 x = subtract_doubles(doubles(1.0, 1.0), magnitude);
  const SlerpEnds ends(static_cast<double>(t));
  Doubles2 sum = ends.row(slerp_x_terms - 1);
  for (int k = slerp_x_terms - 2; k >= 0; k--) sum = madd_doubles(sum, x, ends.row(k));
  const Doubles2 scales = madd_doubles(sum, multiply_doubles(ends.factor, x), ends.t);
  const Floats4 rounded = to_floats(scales);
  store(out, combine<0>(from, to, {rounded, with_sign_of(cosine, splat<1>(rounded))}));
}
