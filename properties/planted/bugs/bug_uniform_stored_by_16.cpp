// A vertex is stored as two registers of four floats: what is too much is the next vertex, which
// comes later, but for the last.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(AosCall call) {
  for (int32_t v = 0; v < call.num_verts; ++v) {
    AosCall one = call.part(v, 1);
    ulna_mesh_vertex two[2] = {};
    one.dst = two;
    one.run();
    float* const to = call.dst[v].position;
    _mm_storeu_ps(to, _mm_loadu_ps(two[0].position));
    _mm_storeu_ps(to + 4, _mm_loadu_ps(two[0].position + 4));
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_stored_by_16", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
