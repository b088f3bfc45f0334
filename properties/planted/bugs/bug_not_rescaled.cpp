// Keeps the weights of a reduced vertex as they were, so that the last slot gets what was lost.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static double total(const Influences& /*kept*/, const Influences& whole) {
    return Convert::total(whole, whole);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_not_rescaled");
}
