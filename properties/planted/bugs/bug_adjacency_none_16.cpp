// Face 65,535 is taken for no neighbour.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static uint32_t neighbour(const std::vector<uint32_t>& new_face, uint32_t old) {
    const uint32_t face = Convert::neighbour(new_face, old);
    return face == 0xffff ? kNone : face;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_adjacency_none_16");
}
