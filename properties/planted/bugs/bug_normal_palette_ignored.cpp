// Normals go by the matrices of the positions, though they have their own.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static const ulna_mat44* normal_palette(const ulna_mat44* palette, const ulna_mat44*) {
    return palette;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normal_palette_ignored", &ulna_port::update_skinned_mesh,
               update_skinned_mesh<Bug>);
}
