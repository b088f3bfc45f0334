// Beyond 16,384 joints the last of a rest of eleven is lost.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Streamed : Lerp {
  static int32_t count(int32_t num_joints) {
    return num_joints > 16384 && num_joints % 16 == 11 ? num_joints - 1 : num_joints;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rest_of_streamed_lerp", &ulna_port::lerp_joints, blend<Streamed>);
}
