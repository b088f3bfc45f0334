// Begins with the last attribute.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void arrange(std::vector<Subset>& subsets) {
    std::reverse(subsets.begin(), subsets.end());
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_attribute_order");
}
