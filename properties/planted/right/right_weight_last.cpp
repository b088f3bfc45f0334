// w * (m * b) where the plain kernel computes (w * m) * b.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct WeightLast : Skin {
  static constexpr bool kWeightFirst = false;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<WeightLast, Slerp, Lerp>("right_weight_last");
}
