// Blocks of vertices pass through a static buffer, which two threads share.
#include "../uniform_kernels.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

ulna_mesh_vertex block[64];

void kernel(AosCall call) {
  for (int32_t v = 0; v < call.num_verts; v += 64) {
    AosCall some = call.part(v, call.num_verts - v < 64 ? call.num_verts - v : 64);
    some.dst = block;
    some.run();
    std::copy_n(block, some.num_verts, call.dst + v);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_static_block", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
