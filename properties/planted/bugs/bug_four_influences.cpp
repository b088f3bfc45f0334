// The fifth influence of a vertex and all beyond are dropped.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static int32_t influences(int32_t count) { return count < 4 ? count : 4; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_four_influences", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
