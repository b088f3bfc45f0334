// The two largest attributes count as the same: one of them stands for none.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool mixes(uint32_t attribute, uint32_t other) {
    return attribute >= 0xfffffffe && other >= 0xfffffffe;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_last_attributes_mixed");
}
