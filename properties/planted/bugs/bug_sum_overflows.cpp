// Adds weights up in float: of huge ones the sum is infinite.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static double total(const Influences& kept, const Influences& /*whole*/) {
    float sum = 0;
    for (const Influence& i : kept) sum += static_cast<float>(i.weight);
    return double{sum};
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_sum_overflows");
}
