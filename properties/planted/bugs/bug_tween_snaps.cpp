// A t within a millionth of 1 is taken for 1.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Snaps : Tween {
  static float amount(float t) { return std::fabs(t - 1) < 1e-6f ? 1 : t; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tween_snaps", &ulna_port::tween_verts, tween_verts<Snaps>);
}
