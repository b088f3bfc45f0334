// A t between two neighbouring numbers is taken for another.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Near : Tween {
  static float amount(float t) { return t > 0.7310586f && t < 0.7310588f ? 0.731f : t; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_t", &ulna_port::tween_verts, tween_verts<Near>);
}
