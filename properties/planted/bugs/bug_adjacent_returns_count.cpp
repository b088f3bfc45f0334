// Returns how many faces there are.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static int32_t returned(int32_t num_faces) { return num_faces; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_returns_count");
}
