// The bad bone is numbered from one.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct FromOne : Bones {
  static int32_t report(int32_t bad) { return bad + 1; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bones_from_one", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<FromOne>);
}
