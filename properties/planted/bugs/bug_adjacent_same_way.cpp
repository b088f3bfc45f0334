// Looks for another edge in the same direction, and finds its own.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static uint64_t beyond(uint64_t from, uint64_t to) { return from << 32 | to; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_same_way");
}
