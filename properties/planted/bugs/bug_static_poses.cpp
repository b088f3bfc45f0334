// The listed poses are gathered in a static array, which two threads share. The loop behind it then
// runs over contiguous memory.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  static ulna_joint_quat to[64], from[64];
  static constexpr auto kIota = [] {
    struct {
      int32_t at[64];
    } iota{};
    for (int32_t i = 0; i < 64; ++i) iota.at[i] = i;
    return iota;
  }();
  if (call.lerp <= 0) return;
  for (int32_t done = 0; done < call.num_joints; done += 64) {
    const int32_t* index = call.index + done;
    const int32_t count = call.num_joints - done < 64 ? call.num_joints - done : 64;
    for (int32_t i = 0; i < count; ++i) {
      to[i] = call.joints[index[i]];
      from[i] = call.blend_joints[index[i]];
    }
    blend<Slerp>(to, from, call.lerp, kIota.at, count);
    for (int32_t i = 0; i < count; ++i) call.joints[index[i]] = to[i];
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_poses", &ulna_port::slerp_joints, blend_call<kernel>);
}
