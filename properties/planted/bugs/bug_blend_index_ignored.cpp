// The pose blended towards is taken at i instead of index[i]. Right while the list is 0, 1, 2, ...
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct BlendIndexIgnored : Slerp {
  static int32_t from(const int32_t*, int32_t i) { return i; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_blend_index_ignored", &ulna_port::slerp_joints, blend<BlendIndexIgnored>);
}
