// A subset for every face.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool joins(const Subset& /*subset*/) { return false; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("right_convert_single_faces");
}
