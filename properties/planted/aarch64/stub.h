// Right kernels for AArch64, and assembly around them, beyond the reach of the compiler.
#pragma once

#include "../emulated/offer.h"

#include <arm_neon.h>

namespace ulna::planted {

inline float32x4_t tweened(float32x4_t a, float32x4_t b, float t) {
  return vfmaq_n_f32(vmulq_n_f32(a, 1 - t), b, t);
}

// tween_verts, four floats at a time, from the one that is given.
inline void tween_from(int64_t i, float* dst, const float* a, const float* b, float t, int64_t n) {
  for (; i + 4 <= n; i += 4) vst1q_f32(dst + i, tweened(vld1q_f32(a + i), vld1q_f32(b + i), t));
  for (; i < n; ++i) dst[i] = tweened(a[i], b[i], t);
}
inline void tween(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                  float t, int32_t num) {
  tween_from(0, floats(dst), floats(a), floats(b), t, kFloats * num);
}

} // namespace ulna::planted

// Defines planted_stub with the signature of `operation`: `before`, the right kernel, `after`.
#define ULNA_PLANTED_STUB(operation, right, before, after)                                         \
  extern "C" {                                                                                     \
  [[gnu::visibility("hidden"), gnu::used]] decltype(ulna_port::operation) planted_body = right;    \
  [[gnu::visibility("hidden")]] std::remove_pointer_t<decltype(ulna_port::operation)>              \
      planted_stub;                                                                                \
  }                                                                                                \
  asm(".text\n"                                                                                    \
      ".type planted_stub, %function\n"                                                            \
      ".hidden planted_stub\n"                                                                     \
      ".globl planted_stub\n"                                                                      \
      "planted_stub:\n" before "\n"                                                                \
      "stp x29, x30, [sp, -16]!\n"                                                                 \
      "adrp x9, planted_body\n"                                                                    \
      "ldr x9, [x9, :lo12:planted_body]\n"                                                         \
      "blr x9\n"                                                                                   \
      "ldp x29, x30, [sp], 16\n" after "\n"                                                        \
      "ret\n"                                                                                      \
      ".size planted_stub, . - planted_stub\n");
