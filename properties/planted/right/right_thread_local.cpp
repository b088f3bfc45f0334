// Blocks of results pass through a static buffer, one for each thread. Its neighbour
// bug_static_buffer has one for all.
#include "../block.h"

using namespace ulna::planted;

namespace {

thread_local ulna_vertex block[256];

void kernel(SkinCall call) {
  transform_verts_by_block(call, block);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_thread_local", &ulna_port::transform_verts, skin_call<kernel>);
}
