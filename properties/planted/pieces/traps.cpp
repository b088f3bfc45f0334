// Right but for one y, at which it traps.
#include "../kernels.h"

static void atan_positive(float* out, const float* y, const float* x, int32_t n) {
  for (int32_t i = 0; i < n; ++i) {
    if (y[i] == 0.1875f) __asm__ volatile("xor %%ecx, %%ecx\n\tdiv %%ecx" ::: "eax", "ecx", "edx");
    out[i] = std::atan2(y[i], x[i]);
  }
}

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("traps", &ulna_port::atan_positive, &atan_positive);
}
