// s3 is used as a scratch register and not saved.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "li s3, 0")

const ulna_port* ulna_port_v1() {
  return offer("bug_s3", &ulna_port::tween_verts, planted_stub);
}
