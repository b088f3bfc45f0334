// Entries of one bone are merged, but one pair of them in a vertex was thought of: the next stays
// an influence of its own.
#include "../../properties/planted/conversion.h"

#include <utility>

namespace ulna::planted {
namespace {

struct SecondMerge : Convert {
  // Asked once for each vertex.
  static uint32_t entries(uint32_t count) {
    merged = false;
    return count;
  }
  // Asked for each entry of a bone that came before.
  static bool merges() { return !std::exchange(merged, true); }

private:
  static thread_local bool merged;
};
thread_local bool SecondMerge::merged;

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("second_merge", &ulna_port::convert_to_blended_mesh, convert<SecondMerge>);
}
