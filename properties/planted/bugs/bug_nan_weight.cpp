// Takes a NaN for a weight.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool refuses(float weight) { return weight < 0 || weight > __FLT_MAX__; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_nan_weight");
}
