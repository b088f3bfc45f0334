// Assembly around a right kernel, beyond the reach of the compiler, which would save and restore
// whatever an asm statement says it changes, or break when it says nothing.
#pragma once

#include "kernels.h"

// Defines planted_stub with the signature of `operation`: `before`, the right kernel, `after`.
#define ULNA_PLANTED_STUB(operation, right, before, after)                                         \
  extern "C" {                                                                                     \
  [[gnu::visibility("hidden"), gnu::used]] decltype(ulna_port::operation) planted_body = right;    \
  [[gnu::visibility("hidden")]] std::remove_pointer_t<decltype(ulna_port::operation)>              \
      planted_stub;                                                                                \
  }                                                                                                \
  asm(".text\n"                                                                                    \
      ".type planted_stub, @function\n"                                                            \
      ".hidden planted_stub\n"                                                                     \
      ".globl planted_stub\n"                                                                      \
      "planted_stub:\n" before "\n"                                                                \
      "sub $8, %rsp\n"                                                                             \
      "call *planted_body(%rip)\n"                                                                 \
      "add $8, %rsp\n" after "\n"                                                                  \
      "ret\n"                                                                                      \
      ".size planted_stub, . - planted_stub\n");
