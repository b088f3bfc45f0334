// Influences are done by 96 at a time, and where none is left over, the last is.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Unlucky : Skin {
  static int32_t influences(int32_t count) { return count % 96 == 0 ? count - 1 : count; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_influences", &ulna_port::transform_verts, transform_verts<Unlucky>);
}
