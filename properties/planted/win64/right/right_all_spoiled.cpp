// Spoils what a function may spoil: seven registers, six vectors and the upper parts of all, the
// flags, the home space and the fifth argument's word, and what the x87 unit has but for its
// control word and tags.
#include "../stub.h"

using namespace ulna::planted;

// Where there are vectors of 64 bytes: the upper parts of all, and masks.
#define BEYOND_AVX                                                                                 \
  "mov $7, %eax\n xor %ecx, %ecx\n mov %rbx, %r8\n cpuid\n mov %ebx, %r9d\n mov %r8, %rbx\n"       \
  "test $0x10000, %r9d\n jz 2f\n"                                                                  \
  "xor %ecx, %ecx\n xgetbv\n and $0xe6, %eax\n cmp $0xe6, %eax\n jne 2f\n"                         \
  ".irp n, 16, 17, 23, 30, 31\n vpternlogd $255, %zmm\\n, %zmm\\n, %zmm\\n\n .endr\n"              \
  "kxnorw %k0, %k0, %k0\n kxnorw %k1, %k1, %k7\n 2:\n"

ULNA_PLANTED_STUB(tween, "",
                  ".irp n, 0, 1, 2, 3, 4, 5\n vcmptrueps %ymm0, %ymm0, %ymm\\n\n .endr\n"
                  // The lower halves stay: each is joined with another upper half.
                  ".irp n, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n"
                  "vinsertf128 $1, %xmm0, %ymm\\n, %ymm\\n\n .endr\n" BEYOND_AVX "mov $-1, %rax\n"
                  ".irp r, rcx, rdx, r8, r9, r10, r11\n mov %rax, %\\r\n .endr\n"
                  ".irp n, 8, 16, 24, 32, 40\n mov %rax, \\n(%rsp)\n .endr\n"
                  "fld1\n fldz\n fdivrp\n fstp %st(0)\n fincstp\n"
                  "cmp $1, %eax\n stc")

const ulna_port* ulna_port_v1() {
  return offer_on("avx", "right_all_spoiled", &ulna_port::tween_verts, planted_stub);
}
