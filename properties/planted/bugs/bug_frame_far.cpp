// Clears a word that it takes for its own, 1,000 bytes above its frame.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(transform_verts, transform_verts<>, "", "movl $0, 1000(%rsp)")

const ulna_port* ulna_port_v1() {
  return offer("bug_frame_far", &ulna_port::transform_verts, planted_stub);
}
