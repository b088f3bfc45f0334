// Gives the old number of each new vertex, in place of the new number of each old one.
#include "../sorting.h"

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void place(const Sorting& s, uint32_t* next) {
    for (int32_t v = 0; v < s.num_verts; ++v)
      s.places[next[s.num_influences[v] - 1]++] = uint32_t(v);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("bug_sort_inverse");
}
