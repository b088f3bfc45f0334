// Loads the first matrix before it looks how many vertices there are: without any there may be
// none.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  [[maybe_unused]] const volatile float first = call.palette->m[0];
  skin(call);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_four_palette_on_zero");
}
