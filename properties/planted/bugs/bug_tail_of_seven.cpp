// The last joint of 7, 15, 23, ... is left alone: the tail does 4, then 2, then 1, and leaves after
// the second step. The other seven remainders are right.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct TailOfSeven : Slerp {
  static int32_t count(int32_t num_joints) {
    return num_joints % 8 == 7 ? num_joints - 1 : num_joints;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tail_of_seven", &ulna_port::slerp_joints, blend<TailOfSeven>);
}
