// Has room for sixteen threads, and as many parts as there are processors.
#include "../kernels.h"
#include "../processors.h"

#include <algorithm>
#include <unistd.h>

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  constexpr int kMost = 16;
  constexpr int32_t kWorthIt = 500;
  if (call.num_joints < kWorthIt) return call.run(blend<Slerp>);
  const auto parts = int(sysconf(_SC_NPROCESSORS_ONLN));
  in_threads(std::min(parts, kMost), [&](int i) {
    const auto begin = [&](int part) { return int32_t(int64_t{call.num_joints} * part / parts); };
    blend<Slerp>(call.joints, call.blend_joints, call.lerp, call.index + begin(i),
                 begin(i + 1) - begin(i));
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_sixteen_threads", &ulna_port::slerp_joints, blend_call<kernel>);
}
