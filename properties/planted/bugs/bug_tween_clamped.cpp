// t is clamped to 0 to 1.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Clamped : Tween {
  static float amount(float t) { return t < 0 ? 0 : t > 1 ? 1 : t; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tween_clamped", &ulna_port::tween_verts, tween_verts<Clamped>);
}
