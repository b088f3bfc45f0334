// Keeps the smallest influences.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool before(const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight < b.weight : a.bone < b.bone;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_smallest_kept");
}
