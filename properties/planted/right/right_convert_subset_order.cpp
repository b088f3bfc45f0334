// Other subsets first, within each attribute.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void arrange(std::vector<Subset>& subsets) {
    std::reverse(subsets.begin(), subsets.end());
    std::stable_sort(subsets.begin(), subsets.end(),
                     [](const Subset& a, const Subset& b) { return a.attribute < b.attribute; });
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("right_convert_subset_order");
}
