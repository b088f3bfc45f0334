// Right but for one float, where it gives NaN.
#include "../kernels.h"

static void sin_zero_half_pi(float* out, const float* in, int32_t n) {
  for (int32_t i = 0; i < n; ++i) {
    const float x = in[i];
    out[i] = x == 0x1.234568p-1f ? x * NAN : std::sin(x);
  }
}

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("nan_at_one", &ulna_port::sin_zero_half_pi, &sin_zero_half_pi);
}
