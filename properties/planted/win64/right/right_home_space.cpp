// Keeps its arguments, and four registers' worth of spills, in the home space.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween,
                  "mov %rcx, 8(%rsp)\n mov %rdx, 16(%rsp)\n mov %r8, 24(%rsp)\n"
                  "movss %xmm3, 32(%rsp)\n"
                  "xor %ecx, %ecx\n xor %edx, %edx\n xor %r8d, %r8d\n xorps %xmm3, %xmm3\n"
                  "mov 8(%rsp), %rcx\n mov 16(%rsp), %rdx\n mov 24(%rsp), %r8\n"
                  "movss 32(%rsp), %xmm3\n"
                  "mov %rbx, 8(%rsp)\n mov %rsi, 16(%rsp)\n movsd %xmm3, 24(%rsp)\n"
                  "xor %ebx, %ebx\n xor %esi, %esi\n"
                  "mov 8(%rsp), %rbx\n mov 16(%rsp), %rsi\n movsd 24(%rsp), %xmm3",
                  "movups %xmm6, 8(%rsp)\n movups %xmm7, 24(%rsp)\n"
                  "xorps %xmm6, %xmm6\n xorps %xmm7, %xmm7\n"
                  "movups 8(%rsp), %xmm6\n movups 24(%rsp), %xmm7")

const ulna_port* ulna_port_v1() {
  return offer_on("sse2", "right_home_space", &ulna_port::tween_verts, planted_stub);
}
