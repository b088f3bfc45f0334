// Offsets of joints to blend towards have 24 bits.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Slerp {
  static int32_t from(const int32_t* index, int32_t i) { return index[i] & 0x7ffff; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_pose_24", &ulna_port::slerp_joints, blend<Bug>);
}
