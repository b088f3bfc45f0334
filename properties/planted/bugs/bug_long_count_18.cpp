// Joints are counted in 18 bits.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Lerp {
  static int32_t count(int32_t num_joints) { return num_joints & 0x3ffff; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_count_18", &ulna_port::lerp_joints, blend<Bug>);
}
