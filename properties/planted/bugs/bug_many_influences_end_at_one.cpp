// Of vertices with more than 300 influences the rest is left out once the weights add up to one.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

thread_local float done;
thread_local bool many;

struct UntilOne : Skin {
  static int32_t influences(int32_t count) {
    many = count > 300;
    done = 0;
    return count;
  }
  static float weight(const ulna_joint_weight* own, int32_t k) {
    if (k == 0) done = 0;
    if (many && done == 1) return 0;
    done += own[k].weight;
    return own[k].weight;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_many_influences_end_at_one", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<UntilOne>);
}
