// The last joint is left out where their number is a multiple of four.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct LastLeft : Lerp {
  static int32_t count(int32_t num_joints) {
    return num_joints % 4 == 0 && num_joints > 0 ? num_joints - 1 : num_joints;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("counts-multiple-of-4", &ulna_port::lerp_joints, blend<LastLeft>);
}
