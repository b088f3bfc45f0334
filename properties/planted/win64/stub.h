// The right kernel for 64-bit Windows, and assembly around it, beyond the reach of the compiler.
#pragma once

#include "../emulated/tween.h"

#include <type_traits>

// Defines planted_stub, a tween_verts: `before`, the right kernel, `after`. In both, rsp is as at
// the entry: the return address is there, the home space from 8(%rsp) on, and the fifth argument,
// the count, at 40(%rsp). dst, a and b are in rcx, rdx and r8, and t is in xmm3.
#define ULNA_PLANTED_STUB(right, before, after)                                                    \
  extern "C" {                                                                                     \
  [[gnu::used]] decltype(ulna_port::tween_verts) planted_body = right;                             \
  std::remove_pointer_t<decltype(ulna_port::tween_verts)> planted_stub;                            \
  }                                                                                                \
  asm(".text\n"                                                                                    \
      ".globl planted_stub\n"                                                                      \
      ".def planted_stub; .scl 2; .type 32; .endef\n"                                              \
      ".seh_proc planted_stub\n"                                                                   \
      "planted_stub:\n"                                                                            \
      ".seh_endprologue\n" before "\n"                                                             \
      "sub $40, %rsp\n"                                                                            \
      "mov 80(%rsp), %eax\n"                                                                       \
      "mov %eax, 32(%rsp)\n"                                                                       \
      "call *planted_body(%rip)\n"                                                                 \
      "add $40, %rsp\n" after "\n"                                                                 \
      "ret\n"                                                                                      \
      ".seh_endproc\n");
