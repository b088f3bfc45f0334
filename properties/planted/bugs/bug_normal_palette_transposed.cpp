// The normal palette is taken for inverses that are still to be transposed.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static float element(const float* m, int r, int c, Vector which) {
    return which == kNormal && c < 3 ? m[4 * c + r] : m[4 * r + c];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normal_palette_transposed", &ulna_port::update_skinned_mesh,
               update_skinned_mesh<Bug>);
}
