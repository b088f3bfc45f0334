// Home space is taken to be of six words: the one above the fifth argument is the caller's.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "movq $0, 48(%rsp)")

const ulna_port* ulna_port_v1() {
  return offer("bug_word_above_arguments", &ulna_port::tween_verts, planted_stub);
}
