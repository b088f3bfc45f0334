// Edge k begins at corner k + 1.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static uint32_t first_corner(uint32_t k) { return k + 1; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_edge_late");
}
