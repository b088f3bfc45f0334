// What is left over by groups of four is done as the last four once more, which begin before the
// first vertex if there are fewer.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(AosCall call) {
  const int32_t fours = call.num_verts / 4 * 4;
  call.part(0, fours).run();
  if (fours < call.num_verts) call.part(call.num_verts - 4, 4).run();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_last_four_again", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
