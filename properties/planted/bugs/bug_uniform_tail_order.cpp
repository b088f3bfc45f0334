// In the code for what is left over by groups of four, all positions come before all normals.
#include "../uniform_kernels.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

void kernel(SoaCall call) {
  const int32_t fours = call.num_verts / 4 * 4;
  const int32_t left = call.num_verts - fours;
  call.part(0, fours).run();
  ulna_mesh_vertex rest[3];
  SoaCall last = call.part(fours, left);
  last.dst = rest;
  last.run();
  if (left == 0) return;
  float* to = call.dst[fours].position;
  for (int32_t v = 0; v < left; ++v, to += 3) std::copy_n(rest[v].position, 3, to);
  for (int32_t v = 0; v < left; ++v, to += 3) std::copy_n(rest[v].normal, 3, to);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_tail_order", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
