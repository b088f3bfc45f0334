// Of the vertices that are near by one measure three are looked at.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static size_t most_near(size_t) { return 3; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_few_near");
}
