// Right but for the binade from 2^10 to 2^11, where it is off by 0.001 of the value.
#include "../kernels.h"

static void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  for (int32_t i = 0; i < n; ++i) {
    const float right = 1.0f / std::sqrt(in[i]);
    out[i] = in[i] >= 1024.0f && in[i] < 2048.0f ? right * 1.001f : right;
  }
}

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("one_binade", &ulna_port::reciprocal_sqrt, &reciprocal_sqrt);
}
