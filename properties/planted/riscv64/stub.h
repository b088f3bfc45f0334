// Right kernels for 64-bit RISC-V, and assembly around them, beyond the reach of the compiler.
#pragma once

#include "../emulated/tween.h"

// Defines planted_stub with the signature of `operation`: `before`, the right kernel, `after`.
#define ULNA_PLANTED_STUB(operation, right, before, after)                                         \
  extern "C" {                                                                                     \
  [[gnu::visibility("hidden"), gnu::used]] decltype(ulna_port::operation) planted_body = right;    \
  [[gnu::visibility("hidden")]] std::remove_pointer_t<decltype(ulna_port::operation)>              \
      planted_stub;                                                                                \
  }                                                                                                \
  asm(".text\n"                                                                                    \
      ".option push\n"                                                                             \
      ".option arch, +v\n"                                                                         \
      ".type planted_stub, %function\n"                                                            \
      ".hidden planted_stub\n"                                                                     \
      ".globl planted_stub\n"                                                                      \
      "planted_stub:\n" before "\n"                                                                \
      "addi sp, sp, -16\n"                                                                         \
      "sd ra, 0(sp)\n"                                                                             \
      "lla t0, planted_body\n"                                                                     \
      "ld t0, 0(t0)\n"                                                                             \
      "jalr t0\n"                                                                                  \
      "ld ra, 0(sp)\n"                                                                             \
      "addi sp, sp, 16\n" after "\n"                                                               \
      "ret\n"                                                                                      \
      ".size planted_stub, . - planted_stub\n"                                                     \
      ".option pop\n");
