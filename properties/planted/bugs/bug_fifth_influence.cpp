// The fifth influence and all beyond are dropped. Four are what one register holds and what most
// exporters write.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Four : Skin {
  static int32_t influences(int32_t count) { return count < 4 ? count : 4; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_fifth_influence", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<Four>);
}
