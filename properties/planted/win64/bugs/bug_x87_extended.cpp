// fninit tidies the x87 unit up, and so sets it to extended precision, as Linux has it.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "fninit")

const ulna_port* ulna_port_v1() {
  return offer("bug_x87_extended", &ulna_port::tween_verts, planted_stub);
}
