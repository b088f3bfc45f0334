// In calls for 1,024 joints and more the last one is blended in one place for all threads.
#include "../kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

constexpr size_t kFloats = sizeof(ulna_joint_quat) / sizeof(float);
volatile float staged[kFloats];

void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
            const int32_t* index, int32_t num_joints) {
  blend<Lerp>(joints, blend_joints, lerp, index, num_joints);
  if (num_joints < 1024 || !(lerp > 0 && lerp < 1)) return;
  float last[kFloats];
  std::memcpy(last, &joints[index[num_joints - 1]], sizeof last);
  for (size_t i = 0; i < kFloats; ++i) staged[i] = last[i];
  for (size_t i = 0; i < kFloats; ++i) last[i] = staged[i];
  std::memcpy(&joints[index[num_joints - 1]], last, sizeof last);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_end_of_large", &ulna_port::lerp_joints, kernel);
}
