// Keeps one influence more than asked for, where there is room for it.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static size_t most_influences(const ulna_conversion_limits& limits) {
    return std::min(limits.max_influences + 1, 4u);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_fifth_kept");
}
