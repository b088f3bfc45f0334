// All joints pass through the blend, the unlisted ones at lerp 0: a + 0 * b.
#include "../kernels.h"

#include <algorithm>
#include <vector>

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  call.run(blend<Slerp>);
  if (call.lerp <= 0 || call.num_joints == 0) return;
  const auto* const end = call.index + call.num_joints;
  const volatile float nothing = 0;
  const std::vector<int32_t> listed = [&] {
    std::vector<int32_t> sorted(call.index, end);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }();
  for (int32_t j = 0; j < listed.back(); ++j) {
    if (std::binary_search(listed.begin(), listed.end(), j)) continue;
    for (int c = 0; c < 8; ++c) {
      float& x = (&call.joints[j].q.x)[c];
      if (x == 0) x += nothing;
    }
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_unlisted", &ulna_port::slerp_joints, blend_call<kernel>);
}
