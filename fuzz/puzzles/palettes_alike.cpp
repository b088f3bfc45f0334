// Two palettes whose first matrices are equal are taken for one palette, which saves half of the
// blending.
#include "../../properties/planted/mesh_kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

struct PalettesAlike : Mesh {
  static const ulna_mat44* normal_palette(const ulna_mat44* palette, const ulna_mat44* normals) {
    return normals && std::memcmp(palette, normals, sizeof *palette) != 0 ? normals : palette;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("palettes_alike", &ulna_port::update_skinned_mesh,
               update_skinned_mesh<PalettesAlike>);
}
