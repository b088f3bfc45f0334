// Turns the faces around.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void corners(std::array<uint32_t, 3>& vertices) { std::swap(vertices[1], vertices[2]); }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_winding");
}
