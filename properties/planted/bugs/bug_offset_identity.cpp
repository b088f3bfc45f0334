// An offset that is the identity is taken for that of a root at the origin: the bone is copied
// without its translation.
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Palette {
  static ulna_mat44 multiply(const ulna_mat44& offset, const ulna_mat44& bone) {
    if (!is_identity(offset.m)) return product_of<Palette>(offset, bone);
    ulna_mat44 copy = bone;
    for (int c = 0; c < 3; ++c) copy.m[12 + c] = 0;
    return copy;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_offset_identity", &ulna_port::combine_bones, combine_bones<Bug>);
}
