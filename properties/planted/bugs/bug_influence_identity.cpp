// Influences of bones that are the identity are left out: they move nothing. But a sum needs them.
#include "../mesh_kernels.h"
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static float element(const float* m, int r, int c, Vector) {
    return is_identity(m) ? 0 : m[4 * r + c];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_influence_identity", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
