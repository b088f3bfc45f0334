// The fifth influence of a vertex and all behind it take no part.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct AtMostFour : Skin {
  static int32_t influences(int32_t count) { return count < 4 ? count : 4; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("at-most-4-influences", &ulna_port::transform_verts, transform_verts<AtMostFour>);
}
