// Leaves the old numbers in the adjacency.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static uint32_t neighbour(const std::vector<uint32_t>& /*new_face*/, uint32_t old) { return old; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_adjacency_old");
}
