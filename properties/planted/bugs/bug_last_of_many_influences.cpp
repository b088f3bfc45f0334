// Beyond 256 influences they are done in eights, and of a rest of seven the last is lost.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Eights : Skin {
  static int32_t influences(int32_t count) {
    return count > 256 && count % 8 == 7 ? count - 1 : count;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_last_of_many_influences", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<Eights>);
}
