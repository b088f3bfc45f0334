// Of the points of an edge 16 bits are compared.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static uint64_t key(uint32_t from, uint32_t to) {
    return Adjacent::key(from & 0xffff, to & 0xffff);
  }
  static uint64_t beyond(uint64_t from, uint64_t to) { return key(uint32_t(to), uint32_t(from)); }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_key_16");
}
