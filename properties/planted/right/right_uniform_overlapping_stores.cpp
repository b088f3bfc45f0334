// A vertex is stored as two registers of four floats, of which two meet.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(AosCall call) {
  for (int32_t v = 0; v < call.num_verts; ++v) {
    AosCall one = call.part(v, 1);
    ulna_mesh_vertex skinned;
    one.dst = &skinned;
    one.run();
    float* const to = call.dst[v].position;
    _mm_storeu_ps(to, _mm_loadu_ps(skinned.position));
    _mm_storeu_ps(to + 2, _mm_loadu_ps(skinned.position + 2));
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_uniform_overlapping_stores", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
