// Four vertices are stored as six aligned registers. They need not begin at a multiple of 16 bytes.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SoaCall call) {
  const int32_t fours = call.num_verts / 4 * 4;
  for (int32_t v = 0; v < fours; v += 4) {
    SoaCall four = call.part(v, 4);
    ulna_mesh_vertex skinned[4];
    four.dst = skinned;
    four.run();
    const float* const from = skinned[0].position;
    float* const to = call.dst[v].position;
    for (int i = 0; i < 24; i += 4) store16_aligned(to + i, _mm_loadu_ps(from + i));
  }
  call.part(fours, call.num_verts - fours).run();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_dst_aligned", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
