// Blocks of results pass through a static buffer, which two threads share. Memory that need not be
// cleared, from before there were threads.
#include "../block.h"

using namespace ulna::planted;

namespace {

ulna_vertex block[256];

void kernel(SkinCall call) {
  transform_verts_by_block(call, block);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_buffer", &ulna_port::transform_verts, skin_call<kernel>);
}
