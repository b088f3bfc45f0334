// In the code for what is left over by groups of four, two streams of the normals are exchanged.
#include "../uniform_kernels.h"

#include <utility>

using namespace ulna::planted;

namespace {

void kernel(SoaCall call) {
  const int32_t fours = call.num_verts / 4 * 4;
  call.part(0, fours).run();
  SoaCall rest = call.part(fours, call.num_verts - fours);
  std::swap(rest.src.nx, rest.src.ny);
  rest.run();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_tail_axes", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
