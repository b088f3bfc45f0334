#include "../common/operations.h"
#include "four_joints.h"
#include "single_quat.h"

void nlerp(const float a[4], const float b[4], float t, float out[4]) {
  const Floats4 from = load(a);
  const Floats4 to = load(b);
  const Floats4 scale_to = with_sign_of(dot(from, to), splat(t));
  const Floats4 sum = combine<0>(from, to, {splat(1.0f - t), scale_to});
  store(out, multiply(sum, inverse_root(dot(sum, sum))));
}
