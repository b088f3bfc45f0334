// A list whose ends are as far apart as its length says is taken to be contiguous, and joints
// between them are written that it may not name. True of sorted lists; any order is legal.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Contiguous : Slerp {
  static int32_t to(const int32_t* index, int32_t i) { return index[0] + i; }
  static int32_t from(const int32_t* index, int32_t i) { return index[0] + i; }
};

void kernel(BlendCall call) {
  const int32_t n = call.num_joints;
  const bool contiguous = n > 0 && call.index[n - 1] - call.index[0] == n - 1;
  call.run(contiguous ? blend<Contiguous> : blend<Slerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_index_contiguous", &ulna_port::slerp_joints, blend_call<kernel>);
}
