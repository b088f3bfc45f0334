// Entries of one bone are merged, but one pair of them in a vertex was thought of: the next stays
// an influence of its own.
#include "../../properties/planted/conversion.h"

namespace ulna::planted {
namespace {

struct SecondMerge : Convert {
  static bool merges(size_t merged) { return merged < 1; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("second_merge", &ulna_port::convert_to_blended_mesh, convert<SecondMerge>);
}
