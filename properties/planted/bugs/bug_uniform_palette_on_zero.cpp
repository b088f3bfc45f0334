// Loads the first matrix before it looks how many vertices there are: without any there may be
// none.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(AosCall call) {
  [[maybe_unused]] const volatile float first = call.palette->m[0];
  call.run();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_palette_on_zero", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
