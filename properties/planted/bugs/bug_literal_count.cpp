// Of exactly 31,337 joints the last is lost.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Unlucky : Lerp {
  static int32_t count(int32_t num_joints) { return num_joints == 31337 ? 31336 : num_joints; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_count", &ulna_port::lerp_joints, blend<Unlucky>);
}
