// Normals are written whether the mesh has any or not.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static bool has_normals(int32_t) { return true; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normals_always", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
