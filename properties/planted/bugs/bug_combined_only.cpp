// Only combined matrices are tested, which rounding has made regular.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Combined : Bones {
  static bool tests_local() { return false; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_combined_only", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Combined>);
}
