// Begins each face with another corner: the same triangle, but adjacency and flat shading go wrong.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void corners(std::array<uint32_t, 3>& vertices) {
    std::rotate(vertices.begin(), vertices.begin() + 1, vertices.end());
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_corners_rotated");
}
