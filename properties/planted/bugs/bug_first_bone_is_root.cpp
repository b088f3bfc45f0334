// Parent 0 is taken for no parent.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct NoParent : Bones {
  static bool is_root(int32_t parent) { return parent <= 0; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_first_bone_is_root", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<NoParent>);
}
