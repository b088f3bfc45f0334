// SSE, one row per register and the lanes added at the end. Its neighbour bug_shuffle_lane has one
// lane wrong.
#include "../sse.h"

using namespace ulna::planted;

const ulna_port* ulna_port_v1() {
  return offer("right_sse", &ulna_port::transform_verts, transform_verts_sse<>);
}
