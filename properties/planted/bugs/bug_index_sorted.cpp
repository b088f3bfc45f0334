// The list is sorted in place, to walk through memory in order. It is the caller's, and const.
#include "../kernels.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  int32_t* index = const_cast<int32_t*>(call.index);
  std::sort(index, index + call.num_joints);
  call.run(blend<Lerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_index_sorted", &ulna_port::lerp_joints, blend_call<kernel>);
}
