// Spoils what a function may spoil: three registers, all vectors, the flags, its arguments, the
// stack below, and what the x87 unit has but for its control word and tags.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "",
                  ".irp n, 0, 1, 2, 3, 4, 5, 6, 7\n vcmptrueps %ymm0, %ymm0, %ymm\\n\n .endr\n"
                  "mov $-1, %eax\n mov %eax, %ecx\n mov %eax, %edx\n"
                  ".irp n, 4, 8, 12, 16, 20\n mov %eax, \\n(%esp)\n .endr\n"
                  ".irp n, 4, 8, 12, 16, 64, 256, 1024\n mov %eax, -\\n(%esp)\n .endr\n"
                  "fld1\n fldz\n fdivrp\n fstp %st(0)\n fincstp\n"
                  "cmp $1, %eax\n stc")

const ulna_port* ulna_port_v1() {
  return offer_on("avx", "right_all_spoiled", &ulna_port::tween_verts, planted_stub);
}
