// Clamps weights to half of FLT_MAX, so that two of them add up to a float.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static float weight(float weight) { return std::min(weight, __FLT_MAX__ / 2); }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_weight_half");
}
