// One lane of a shuffle is wrong: the sum takes x + y + z + z. One digit in _MM_SHUFFLE, where the
// right one looks just the same.
#include "../sse.h"

using namespace ulna::planted;

const ulna_port* ulna_port_v1() {
  return offer("bug_shuffle_lane", &ulna_port::transform_verts,
               transform_verts_sse<_MM_SHUFFLE(2, 2, 0, 1)>);
}
