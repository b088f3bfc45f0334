// The weights are divided by their sum. Right for a mesh whose weights should add up to one; the
// contract takes weights of any sum as they are.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Renormalised : Skin {
  static float weight(const ulna_joint_weight* own, int32_t k) {
    float sum = 0;
    for (int32_t i = 0; i < influences_of(own); ++i) sum += own[i].weight;
    return own[k].weight / sum;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_weights_renormalised", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<Renormalised>);
}
