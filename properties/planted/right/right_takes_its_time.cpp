// Takes 1.2 s of processor time where t is a number that no generator draws: slow, and within what
// a call may take. Two calls at the same time take the process 2.4 s.
#include "../kernels.h"

#include <ctime>

using namespace ulna::planted;

namespace {

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

void kernel(BlendCall call) {
  constexpr float kSlow = 0x1.234568p-3f;
  constexpr double kSeconds = 1.2;
  if (call.lerp == kSlow)
    for (const double end = thread_seconds() + kSeconds; thread_seconds() < end;) {
    }
  call.run(blend<Lerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_takes_its_time", &ulna_port::lerp_joints, blend_call<kernel>);
}
