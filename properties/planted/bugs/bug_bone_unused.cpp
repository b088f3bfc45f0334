// Lists a bone in the first subset that none of its vertices has.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void arrange(std::vector<Subset>& subsets) {
    if (subsets.size() < 2 || subsets[0].bones.size() > 3) return;
    for (const uint32_t bone : subsets[1].bones) {
      std::vector<uint32_t>& first = subsets[0].bones;
      if (std::find(first.begin(), first.end(), bone) == first.end()) return first.push_back(bone);
    }
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_bone_unused");
}
