// Of thousands of influences the last is lost.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Unlucky : Skin {
  static int32_t influences(int32_t count) {
    return count >= 1000 && count % 1000 == 0 ? count - 1 : count;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_thousands", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<Unlucky>);
}
