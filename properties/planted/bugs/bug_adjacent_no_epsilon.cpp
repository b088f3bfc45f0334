// Only equal positions are one point, whatever epsilon is.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static float epsilon(float) { return 0; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_no_epsilon");
}
