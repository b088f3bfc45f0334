// The palette is taken to where it is near, all 256 matrices that bytes can name.
#include "../uniform_kernels.h"

#include <vector>

using namespace ulna::planted;

namespace {

void kernel(AosCall call) {
  if (call.num_verts == 0) return;
  const std::vector<ulna_mat44> near(call.palette, call.palette + 256);
  call.palette = near.data();
  call.run();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_palette_256", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
