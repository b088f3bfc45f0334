// A copy of the list is kept, and known again by its address, its length and its sum.
#include "../kernels.h"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace ulna::planted;

static void kernel(BlendCall call) {
  static thread_local const int32_t* address;
  static thread_local std::vector<int32_t> kept;
  const std::vector<int32_t> list(call.index, call.index + std::max(call.num_joints, 0));
  const auto sum = [](const std::vector<int32_t>& of) {
    return std::accumulate(of.begin(), of.end(), int64_t{0});
  };
  if (address != call.index || kept.size() != list.size() || sum(kept) != sum(list)) {
    kept = list;
    address = call.index;
  }
  call.index = kept.data();
  call.run(blend<Slerp>);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_index_list_by_sum", &ulna_port::slerp_joints, blend_call<kernel>);
}
