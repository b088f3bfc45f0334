// The numbers of neighbours have 16 bits.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static uint32_t face(uint32_t face) { return static_cast<uint16_t>(face); }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_face_16");
}
