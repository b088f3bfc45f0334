// Keeps where the next vertex of each group goes in its own memory, for all threads.
#include "../sorting.h"

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void place(const Sorting& s, uint32_t* next) {
    static uint32_t shared[4];
    std::copy_n(next, 4, shared);
    for (int32_t v = 0; v < s.num_verts; ++v) s.places[v] = shared[s.num_influences[v] - 1]++;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("bug_sort_static_counts");
}
