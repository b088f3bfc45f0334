// Attributes go through float, where those above 2^24 meet their neighbours.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool mixes(uint32_t attribute, uint32_t other) {
    return static_cast<float>(attribute) == static_cast<float>(other);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_attribute_float");
}
