// The floats of a mesh are done in fours, and what is left of an odd vertex is not.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct WholeGroups : Tween {
  static int32_t floats(int32_t count) { return count / 4 * 4; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tween_tail", &ulna_port::tween_verts, tween_verts<WholeGroups>);
}
