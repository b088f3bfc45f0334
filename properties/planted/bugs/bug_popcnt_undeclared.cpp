// One instruction of SSE4.2's time, that every CPU at hand has, and the declaration has not.
#include "../bones.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(combine_bones, combine_bones<>, "popcnt %ecx, %eax\n", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_popcnt_undeclared", &ulna_port::combine_bones, planted_stub);
}
