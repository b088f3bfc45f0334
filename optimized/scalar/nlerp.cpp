#include "../common/operations.h"
#include "quat.h"

void nlerp(const float a[4], const float b[4], float t, float out[4]) {
  store_quat(out, lerp_normalised(load_quat(a), load_quat(b), t));
}
