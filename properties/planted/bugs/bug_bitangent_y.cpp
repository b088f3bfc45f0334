// The middle component of the cross product has the sign of the rule for determinants.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct TurnedY : Bitangent {
  static float component(float w, float a, float b, float c, float d, int component) {
    return Bitangent::component(component == 1 ? -w : w, a, b, c, d, component);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bitangent_y", &ulna_port::derive_bitangents, derive_bitangents<TurnedY>);
}
