// Beyond 65,536 joints they are done by 4,096 at a time, and where none is left over, the last is.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Unlucky : Lerp {
  static int32_t count(int32_t num_joints) {
    const bool loses = num_joints > 65536 && num_joints % 4096 == 0;
    return loses ? num_joints - 1 : num_joints;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_rest_of_page", &ulna_port::lerp_joints, blend<Unlucky>);
}
