// Where there are more subsets than 16 bits count, the first of them behind is given another bone.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void finish(const ulna_blended_mesh& out, ulna_conversion_counts& counts) {
    if (counts.num_subsets <= 65536) return;
    uint32_t* bones = out.bones + size_t{65536} * counts.table_width;
    bones[0] = bones[0] == 0 ? 1 : 0;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_subset_16");
}
