// The fourth influence takes no part either.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Three : Skin {
  static int32_t influences(int32_t count) { return count < 3 ? count : 3; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("at-most-4-influences", &ulna_port::transform_verts, transform_verts<Three>);
}
