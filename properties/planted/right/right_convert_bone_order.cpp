// Other bones first, within each subset, and the influences of a vertex in other slots.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void arrange(std::vector<Subset>& subsets) {
    for (Subset& s : subsets) std::sort(s.bones.begin(), s.bones.end(), std::greater<>());
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("right_convert_bone_order");
}
