// Uses registers that it has to save, and flushes, and restores all of it.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween,
                  "stp d8, d9, [sp, -32]!\n stp x19, x20, [sp, 16]\n fmov d8, xzr\n mov x19, 0\n "
                  "mrs x20, fpcr\n msr fpcr, xzr\n msr fpcr, x20",
                  "ldp x19, x20, [sp, 16]\n ldp d8, d9, [sp], 32")

const ulna_port* ulna_port_v1() {
  return offer("right_all_restored", &ulna_port::tween_verts, planted_stub);
}
