#include "../common/operations.h"
#include "quat.h"

void slerp(const float a[4], const float b[4], float t, float out[4]) {
  store_quat(out, slerp(load_quat(a), load_quat(b), t));
}
