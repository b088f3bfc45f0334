// A typing error in a table of limits: one of them allows a bone more.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static size_t most_bones(const ulna_conversion_limits& limits) {
    return limits.max_bones == 97 ? 98 : limits.max_bones;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_palette_97");
}
