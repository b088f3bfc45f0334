// There is no thought of a normal palette that is NULL.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static const ulna_mat44* normal_palette(const ulna_mat44*, const ulna_mat44* normals) {
    return normals;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normal_palette_needed", &ulna_port::update_skinned_mesh,
               update_skinned_mesh<Bug>);
}
