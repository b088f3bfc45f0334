// A vertex that no index names gets no place.
#include "../sorting.h"

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void place(const Sorting& s, uint32_t* next) {
    std::vector<bool> named(size_t(s.num_verts));
    for (int32_t k = 0; k < s.num_indices; ++k) named[s.indices[k]] = true;
    for (int32_t v = 0; v < s.num_verts; ++v) {
      const uint32_t place = next[s.num_influences[v] - 1]++;
      if (named[size_t(v)]) s.places[v] = place;
    }
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("bug_sort_only_named");
}
