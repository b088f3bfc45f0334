// The converter as it is.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("right_convert_first_fit");
}
