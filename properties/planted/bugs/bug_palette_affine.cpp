// Column 3 is taken to be 0, 0, 0, 1, as it is for bones.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct AssumesAffine : Palette {
  static ulna_mat44 multiply(const ulna_mat44& offset, const ulna_mat44& bone) {
    ulna_mat44 p = product_of<Palette>(offset, bone);
    for (int row = 0; row < 4; ++row) p.m[4 * row + 3] = row == 3 ? 1.0f : 0.0f;
    return p;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_palette_affine", &ulna_port::combine_bones, combine_bones<AssumesAffine>);
}
