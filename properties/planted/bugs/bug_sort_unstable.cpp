// Sorts with std::sort, which keeps the order of sixteen vertices, and of more does not.
#include "../sorting.h"

#include <numeric>

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void place(const Sorting& s, uint32_t*) {
    std::vector<uint32_t> order(size_t(s.num_verts));
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return s.num_influences[a] < s.num_influences[b]; });
    for (uint32_t i = 0; i < order.size(); ++i) s.places[order[i]] = i;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("bug_sort_unstable");
}
