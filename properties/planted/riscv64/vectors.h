// tween_verts with vectors of any length, in assembly: GCC 12 has no intrinsics of them.
#pragma once

#include "stub.h"

namespace ulna::planted {

// `length` is the instruction that sets vl to %0 for %4 floats that are left; `store` that which
// stores v8 at %1.
#define ULNA_PLANTED_VECTORS(length, store)                                                        \
  inline void vectors(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, \
                      float t, int32_t num) {                                                      \
    int64_t done;                                                                                  \
    const int64_t n = kFloats * num;                                                               \
    for (int64_t i = 0; i < n; i += done)                                                          \
      asm volatile(".option push\n .option arch, +v\n" length "\n"                                 \
                   "vle32.v v8, (%2)\n vle32.v v12, (%3)\n"                                        \
                   "vfmul.vf v8, v8, %5\n vfmacc.vf v8, %6, v12\n" store "\n .option pop"          \
                   : "=&r"(done)                                                                   \
                   : "r"(floats(dst) + i), "r"(floats(a) + i), "r"(floats(b) + i), "r"(n - i),     \
                     "f"(1 - t), "f"(t)                                                            \
                   : "memory");                                                                    \
  }

} // namespace ulna::planted
