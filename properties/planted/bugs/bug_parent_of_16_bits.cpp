// Parents are kept in 16 bits, with their sign.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Port : Bones {
  static int16_t kept(int32_t parent) { return static_cast<int16_t>(parent); }
  static bool is_root(int32_t parent) { return kept(parent) < 0; }
  static const ulna_mat44& parent(const ulna_mat44* combined, const ulna_mat44* /*locals*/,
                                  int32_t number) {
    return combined[kept(number)];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_parent_of_16_bits", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Port>);
}
