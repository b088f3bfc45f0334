// A t below 2^-20 is taken for zero, which is off by up to three times the bound where the two lie
// a right angle apart.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct SmallT : SingleSlerp {
  static Scales scales(double cosine, float t) {
    return SingleSlerp::scales(cosine, t < 0x1p-20f ? 0 : t);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_small_t", &ulna_port::slerp, blend_single<SmallT>);
}
