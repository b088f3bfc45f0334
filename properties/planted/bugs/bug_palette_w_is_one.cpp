// The translation of the bone is added to that of the offset as it is, whatever the offset's last
// element.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct WIsOne : Palette {
  static ulna_mat44 multiply(ulna_mat44 offset, const ulna_mat44& bone) {
    offset.m[15] = 1;
    return product_of<Palette>(offset, bone);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_palette_w_is_one", &ulna_port::combine_bones, combine_bones<WIsOne>);
}
