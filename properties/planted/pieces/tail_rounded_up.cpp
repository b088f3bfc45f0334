// Four at a time, as if the arrays were as long as that.
#include "../kernels.h"

static void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  for (int32_t i = 0; i < (n + 3) / 4 * 4; ++i) out[i] = 1.0f / std::sqrt(in[i]);
}

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("tail_rounded_up", &ulna_port::reciprocal_sqrt, &reciprocal_sqrt);
}
