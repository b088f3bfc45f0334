// Four at a time, and what is left over is left out.
#include "../kernels.h"

static void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  for (int32_t i = 0; i < n / 4 * 4; ++i) out[i] = 1.0f / std::sqrt(in[i]);
}

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("tail_forgotten", &ulna_port::reciprocal_sqrt, &reciprocal_sqrt);
}
