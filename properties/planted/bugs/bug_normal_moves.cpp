// Normals are moved like positions.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static int rows(Vector) { return 4; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normal_moves", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
