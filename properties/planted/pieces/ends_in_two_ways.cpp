// Right but for two arguments: at 1.25 it leaves the process in long calls and traps in short ones,
// at 1.5 it always traps.
#include "../kernels.h"

#include <cstdlib>

static void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  for (int32_t i = 0; i < n; ++i) {
    if (in[i] == 1.25f && n > 100) std::exit(37);
    if (in[i] == 1.25f || in[i] == 1.5f) __builtin_trap();
    out[i] = 1 / std::sqrt(in[i]);
  }
}

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("ends_in_two_ways", &ulna_port::reciprocal_sqrt, &reciprocal_sqrt);
}
