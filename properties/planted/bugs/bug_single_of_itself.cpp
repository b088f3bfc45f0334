// The angle of a quaternion with itself is zero, and so is its sine: 0/0, for most of the
// quaternions whose norm rounds to one.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct OfItself : SingleSlerp {
  static Scales scales(double cosine, float t) {
    if (cosine > 1) cosine = 1;
    const double angle = std::acos(cosine);
    return {std::sin((1 - double(t)) * angle) / std::sin(angle),
            std::sin(t * angle) / std::sin(angle)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_of_itself", &ulna_port::slerp, blend_single<OfItself>);
}
