// Puts faces of any attribute together.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool mixes(uint32_t /*attribute*/, uint32_t /*other*/) { return true; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_attribute_mixed");
}
