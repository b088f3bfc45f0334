// From the last vertex to the first, and from the last index.
#include "../sorting.h"

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void place(const Sorting& s, uint32_t* next) {
    uint32_t count[4] = {};
    Sort::count(s, count);
    for (int k = 0; k < 4; ++k) count[k] += next[k];
    for (int32_t v = s.num_verts; v-- > 0;) s.places[v] = --count[s.num_influences[v] - 1];
  }
  static void rename(const Sorting& s) {
    for (int32_t k = s.num_indices; k-- > 0;) s.new_indices[k] = s.places[s.indices[k]];
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("right_sort_backwards");
}
