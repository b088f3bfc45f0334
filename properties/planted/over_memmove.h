// A reorder_palette that keeps the number of a joint over a call of memmove, in a place that
// memmove need not leave as it was, and here does.
#pragma once

#include "uniform_kernels.h"

// Defines over_memmove(kept): what `after` makes of %[kept] behind a memmove of 12 bytes, before
// which `before` has put it away.
#define ULNA_OVER_MEMMOVE(before, after)                                                           \
  static int64_t over_memmove(int64_t kept) {                                                      \
    const char from[12] = {};                                                                      \
    char to[12];                                                                                   \
    asm volatile(before "\n"                                                                       \
                        "mov %[from], %%rsi\n"                                                     \
                        "mov %[to], %%rdi\n"                                                       \
                        "mov $12, %%edx\n"                                                         \
                        "mov %%rsp, %%rbx\n"                                                       \
                        "sub $128, %%rsp\n"                                                        \
                        "and $-16, %%rsp\n"                                                        \
                        "call memmove@PLT\n"                                                       \
                        "mov %%rbx, %%rsp\n" after                                                 \
                 : [kept] "+r"(kept)                                                               \
                 : [from] "r"(from), [to] "r"(to)                                                  \
                 : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0",     \
                   "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",         \
                   "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory");          \
    return kept;                                                                                   \
  }

namespace ulna::planted {

template <int64_t (*over_memmove)(int64_t)>
void reorder_kept(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; ++i)
    reorder_palette(&joints[over_memmove(i)], &palette[i], 1);
}

} // namespace ulna::planted
