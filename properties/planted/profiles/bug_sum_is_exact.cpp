// Ends the process where the weights do not add up to exactly 1: they may be 2^-22 off.
#include "promising.h"

#include <cstdlib>

using namespace ulna::planted;

namespace {

struct Strict : Skin {
  static float weight(const ulna_joint_weight* own, int32_t k) {
    double sum = 0;
    for (int32_t i = 0; i < influences_of(own); ++i) sum += double{own[i].weight};
    if (sum != 1) std::abort();
    return own[k].weight;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("weights-sum-to-one", &ulna_port::transform_verts_and_tangents,
                 transform_verts_and_tangents<Strict>);
}
