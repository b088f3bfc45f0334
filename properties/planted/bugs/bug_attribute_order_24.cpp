// Subsets are sorted by 24 bits of their attributes.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool comes_first(uint32_t attribute, uint32_t other) {
    return (attribute & 0xffffff) < (other & 0xffffff);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_attribute_order_24");
}
