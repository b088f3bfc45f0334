/* 1 / sqrt(x), one after the other, beside which the guess of Slerping Clock Cycles, section 5, is
 * measured: reciprocal_sqrt of bench/plain. */
#include "ulna/port.h"

#include <math.h>

static void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  for (int32_t i = 0; i < n; ++i) out[i] = 1.0f / sqrtf(in[i]);
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port),
                                 .name = "root",
                                 .cpu_features = "",
                                 .reciprocal_sqrt = reciprocal_sqrt};
  return &port;
}
