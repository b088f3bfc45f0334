// Assembly around a right kernel, beyond the reach of the compiler.
#pragma once

#include <type_traits>

// Defines planted_stub with the signature of `operation`, whose arguments take so many words:
// `before`, the right kernel on copies of the arguments, `after`. In both, esp is as at the entry:
// the return address is there, and the first argument at 4(%esp).
#define ULNA_PLANTED_STUB(operation, words, right, before, after)                                  \
  extern "C" {                                                                                     \
  [[gnu::visibility("hidden"), gnu::used]] decltype(ulna_port::operation) planted_body = right;    \
  [[gnu::visibility("hidden")]] std::remove_pointer_t<decltype(ulna_port::operation)>              \
      planted_stub;                                                                                \
  }                                                                                                \
  asm(".text\n"                                                                                    \
      ".type planted_stub, @function\n"                                                            \
      ".hidden planted_stub\n"                                                                     \
      ".globl planted_stub\n"                                                                      \
      ".set planted_pad, (12 - 4 * " #words ") & 15\n" /* the stack is aligned at the call */      \
      "planted_stub:\n" before "\n"                                                                \
      "sub $planted_pad, %esp\n"                                                                   \
      ".rept " #words "\n"                                                                         \
      "pushl planted_pad + 4 * " #words "(%esp)\n"                                                 \
      ".endr\n"                                                                                    \
      "call 1f\n"                                                                                  \
      "1: pop %eax\n"                                                                              \
      "call *planted_body - 1b(%eax)\n"                                                            \
      "add $planted_pad + 4 * " #words ", %esp\n" after "\n"                                       \
      "ret\n"                                                                                      \
      ".size planted_stub, . - planted_stub\n");
