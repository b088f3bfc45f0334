// Counts with 16 bits.
#include "../sorting.h"

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void count(const Sorting& s, uint32_t* count) {
    uint16_t small[4] = {};
    for (int32_t v = 0; v < s.num_verts; ++v) ++small[s.num_influences[v] - 1];
    std::copy_n(small, 4, count);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("bug_sort_counts_16");
}
