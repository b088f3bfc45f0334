// Uses all that has to be left as it was, and restores it: its neighbours among the bugs each
// forget one.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween,
                  "pusha\n"
                  ".irp r, eax, ebx, ecx, edx, esi, edi, ebp\n xor %\\r, %\\r\n .endr\n"
                  "std\n cld\n movd %eax, %mm0\n emms\n"
                  "popa",
                  "fld1\n fstp %st(0)\n"
                  "sub $8, %esp\n"
                  "fnstcw 4(%esp)\n fnstcw (%esp)\n andw $0xfcff, (%esp)\n"
                  "fldcw (%esp)\n fldcw 4(%esp)\n"
                  "stmxcsr 4(%esp)\n stmxcsr (%esp)\n xorl $0xe000, (%esp)\n"
                  "ldmxcsr (%esp)\n ldmxcsr 4(%esp)\n"
                  "add $8, %esp")

const ulna_port* ulna_port_v1() {
  return offer_on("mmx,sse", "right_all_restored", &ulna_port::tween_verts, planted_stub);
}
