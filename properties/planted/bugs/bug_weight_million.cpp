// Clamps weights to a million before it divides them by their sum.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static float weight(float weight) { return std::min(weight, 1e6f); }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_weight_million");
}
