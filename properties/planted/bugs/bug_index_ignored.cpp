// The list of joints is ignored and the first ones are blended, listed or not. Right while the list
// is 0, 1, 2, ...
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct IndexIgnored : Lerp {
  static int32_t to(const int32_t*, int32_t i) { return i; }
  static int32_t from(const int32_t*, int32_t i) { return i; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_index_ignored", &ulna_port::lerp_joints, blend<IndexIgnored>);
}
