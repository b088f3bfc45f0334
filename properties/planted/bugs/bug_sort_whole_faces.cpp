// Renames whole faces, and leaves out the indices behind the last of them.
#include "../sorting.h"

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void rename(const Sorting& s) {
    for (int32_t k = 0; k + 3 <= s.num_indices; k += 3)
      for (int32_t c = k; c < k + 3; ++c) s.new_indices[c] = s.places[s.indices[c]];
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("bug_sort_whole_faces");
}
