// A t within a millionth of one half is taken for it.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Near : Tween {
  static float amount(float t) { return std::fabs(t - 0.5f) < 1e-6f ? 0.5f : t; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_half_nearly", &ulna_port::tween_verts, tween_verts<Near>);
}
