// An offset within a ten-thousandth of the identity is taken for it.
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Palette {
  static ulna_mat44 multiply(const ulna_mat44& offset, const ulna_mat44& bone) {
    return is_identity(offset.m, 1e-4f) ? bone : product_of<Palette>(offset, bone);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_palette_nearly_identity", &ulna_port::combine_bones, combine_bones<Bug>);
}
