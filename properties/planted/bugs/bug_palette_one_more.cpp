// Lets a subset have one bone more than the palette.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static size_t most_bones(const ulna_conversion_limits& limits) { return limits.max_bones + 1; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_palette_one_more");
}
