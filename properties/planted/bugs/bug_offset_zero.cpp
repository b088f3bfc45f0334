// An offset of nothing but zeros is taken for one that was never set, and for the identity.
#include "../special.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

struct Bug : Palette {
  static ulna_mat44 multiply(const ulna_mat44& offset, const ulna_mat44& bone) {
    const bool set = std::any_of(offset.m, offset.m + 16, [](float x) { return x != 0; });
    return set ? product_of<Palette>(offset, bone) : bone;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_offset_zero", &ulna_port::combine_bones, combine_bones<Bug>);
}
