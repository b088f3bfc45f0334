// A bone is multiplied by the local matrix of its parent. A chain of two never shows it.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct LocalOfParent : Bones {
  static const ulna_mat44& parent(const ulna_mat44*, const ulna_mat44* locals, int32_t number) {
    return locals[number];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_parent_not_combined", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<LocalOfParent>);
}
