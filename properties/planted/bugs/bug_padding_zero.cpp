// Pads the bones of a subset with bone 0.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static uint32_t padding() { return 0; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_padding_zero");
}
