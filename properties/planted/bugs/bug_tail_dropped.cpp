// The tail of count mod 4 is left alone. Four joints per step, and no tail at all.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct TailDropped : Lerp {
  static int32_t count(int32_t num_joints) { return num_joints & ~3; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tail_dropped", &ulna_port::lerp_joints, blend<TailDropped>);
}
