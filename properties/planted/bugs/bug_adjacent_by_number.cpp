// Vertices are points by their numbers, so that a seam of the texture is an end of the surface.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static bool same(const float*, const float*, float) { return false; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_by_number");
}
