// A vertex of just 256 influences has none.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static uint32_t entries(uint32_t count) { return count == 256 ? 0 : count; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_256_influences");
}
