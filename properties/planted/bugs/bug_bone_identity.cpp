// A bone that is the identity is said not to have moved, so nothing is to be done: but it has moved
// if its offset is not the identity too.
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Palette {
  static ulna_mat44 multiply(const ulna_mat44& offset, const ulna_mat44& bone) {
    return is_identity(bone.m) ? bone : product_of<Palette>(offset, bone);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bone_identity", &ulna_port::combine_bones, combine_bones<Bug>);
}
