// The word above the arguments is written, as if there were a sixth.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "movl $0, 24(%esp)")

const ulna_port* ulna_port_v1() {
  return offer("bug_word_above_arguments", &ulna_port::tween_verts, planted_stub);
}
