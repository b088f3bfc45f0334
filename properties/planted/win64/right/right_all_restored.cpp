// Uses all that has to be left as it was, and restores it: its neighbours among the bugs each
// forget one.
#include "../stub.h"

using namespace ulna::planted;

#define EACH_KEPT_VECTOR(text) ".irp n, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n" text "\n.endr\n"

ULNA_PLANTED_STUB(
    tween, "",
    ".irp r, rbx, rbp, rdi, rsi, r12, r13, r14, r15\n push %\\r\n .endr\n"
    "sub $168, %rsp\n" EACH_KEPT_VECTOR("movups %xmm\\n, 16 * (\\n - 6)(%rsp)") EACH_KEPT_VECTOR(
        "pcmpeqd %xmm\\n, %xmm\\n") ".irp r, rbx, rbp, rdi, rsi, r12, r13, r14, r15\n xor %\\r, "
                                    "%\\r\n .endr\n"
                                    "std\n cld\n movd %ebx, %mm0\n emms\n fld1\n fstp %st(0)\n"
                                    "fnstcw 160(%rsp)\n fninit\n fldcw 160(%rsp)\n"
                                    "stmxcsr 160(%rsp)\n xorl $0xe000, 160(%rsp)\n ldmxcsr "
                                    "160(%rsp)\n"
                                    "xorl $0xe000, 160(%rsp)\n ldmxcsr "
                                    "160(%rsp)\n" EACH_KEPT_VECTOR("movups 16 * (\\n - 6)(%rsp), "
                                                                   "%xmm\\n") "add $168, %rsp\n"
                                                                              ".irp r, r15, r14, "
                                                                              "r13, r12, rsi, rdi, "
                                                                              "rbp, rbx\n pop "
                                                                              "%\\r\n .endr\n")

const ulna_port* ulna_port_v1() {
  return offer_on("mmx,sse2", "right_all_restored", &ulna_port::tween_verts, planted_stub);
}
