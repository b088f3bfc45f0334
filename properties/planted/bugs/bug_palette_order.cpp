// bone * offset in place of offset * bone.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct BoneFirst : Palette {
  static ulna_mat44 multiply(const ulna_mat44& offset, const ulna_mat44& bone) {
    return product_of<Palette>(bone, offset);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_palette_order", &ulna_port::combine_bones, combine_bones<BoneFirst>);
}
