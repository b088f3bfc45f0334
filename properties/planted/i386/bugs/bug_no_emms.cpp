// MMX without emms: the x87 unit of the caller has no free register.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "movd 20(%esp), %mm0")

const ulna_port* ulna_port_v1() {
  return offer_on("mmx", "bug_no_emms", &ulna_port::tween_verts, planted_stub);
}
