// Keeps the numbers of vertices in 16 bits.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static uint32_t index(uint32_t vertex) { return vertex & 0xffff; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_vertex_16");
}
