// Done in blocks of 32 KiB, 1,365 vertices; where a few of them are full, the last vertex is lost.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Blocks : Tween {
  static int32_t floats(int32_t count) {
    const int32_t vertices = count / 6;
    return vertices > 2 * 1365 && vertices % 1365 == 0 ? count - 6 : count;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rest_of_1365", &ulna_port::tween_verts, tween_verts<Blocks>);
}
