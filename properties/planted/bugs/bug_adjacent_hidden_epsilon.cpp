// With epsilon 0 a small one is taken.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static float epsilon(float epsilon) { return epsilon == 0 ? 0x1p-22f : epsilon; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_hidden_epsilon");
}
