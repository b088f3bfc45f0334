// A build for debugging that got out: it prints more than a pipe holds on 11 joints, throws through
// C on 7, and complains for ever where lerp is a value that no generator has.
#include "../kernels.h"

#include <cstdio>
#include <stdexcept>

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  if (call.num_joints == 7) throw std::runtime_error("no joint \x1b[31m7");
  if (call.num_joints == 11)
    for (int i = 0; i < 3000; ++i) std::printf("joint %d of 11 is where it has always been\n", i);
  if (call.lerp == 0x1.234568p-3f)
    for (;;) std::fprintf(stderr, "still looking for the joint\n");
  call.run(blend<Lerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_talks", &ulna_port::lerp_joints, blend_call<kernel>);
}
