// The scales of slerp by the polynomial of slerp_table.h.
#ifndef ULNA_FOUR_LANES_SLERP_SCALES_H
#define ULNA_FOUR_LANES_SLERP_SCALES_H

#include "../common/slerp_table.h"
#include "../common/unrolled.h"
#include "four_joints.h"

// What both scales need of a lerp: lane 0 is of 1 - t, lane 1 of t.
struct SlerpEnds {
  Doubles2 t, t_squared, factor;

  explicit SlerpEnds(double lerp)
      : t(doubles(1.0 - lerp, lerp)), t_squared(multiply_doubles(t, t)),
        factor(multiply_doubles(t, subtract_doubles(doubles(1.0, 1.0), t_squared))) {}

  // The sum that slerp_table.h calls R, of the power k of x.
  Doubles2 row(int k) const {
    Doubles2 sum = load_double(&slerp_table[k][slerp_t_terms - 1]);
    for (int m = slerp_t_terms - 2; m >= 0; m--)
      sum = madd_doubles(sum, t_squared, load_double(&slerp_table[k][m]));
    return sum;
  }
};

// Of a call, for four joints at a time.
class SlerpScales {
public:
  // 0 < lerp < 1
  explicit SlerpScales(float lerp) {
    const SlerpEnds ends(static_cast<double>(lerp));
    set(0, ends.t);
    for (int k = 0; k < slerp_x_terms; k++) set(k + 1, multiply_doubles(ends.row(k), ends.factor));
  }

  // For cosines that are >= 0.
  Scales at(Floats4 cosine) const {
    const Floats4 x = subtract(splat(1.0f), cosine);
    Scales sum = {from_[slerp_x_terms], to_[slerp_x_terms]};
    unrolled<slerp_x_terms>([&](auto i) __attribute__((always_inline)) {
      constexpr int k = slerp_x_terms - 1 - i;
      sum = {madd(sum.from, x, from_[k]), madd(sum.to, x, to_[k])};
    });
    return sum;
  }

private:
  void set(int power, Doubles2 coefficients) {
    const Floats4 rounded = to_floats(coefficients);
    from_[power] = splat<0>(rounded);
    to_[power] = splat<1>(rounded);
  }

  Floats4 from_[slerp_x_terms + 1], to_[slerp_x_terms + 1]; // by powers of x
};

#endif
