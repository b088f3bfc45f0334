// Every bone is reported, so that no element is ever judged.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Every : Bones {
  static bool is_affine(const ulna_mat44&) { return false; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_every_bone_bad", &ulna_port::bone_offset_matrices, bone_offset_matrices<Every>);
}
