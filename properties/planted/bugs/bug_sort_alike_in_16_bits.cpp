// Eight indices at a time, which name one vertex where their lower 16 bits are the same.
#include "../sorting.h"

#include <algorithm>

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void rename(const Sorting& s) {
    constexpr int32_t kAtOnce = 8;
    for (int32_t first = 0; first < s.num_indices; first += kAtOnce) {
      const int32_t end = std::min(s.num_indices, first + kAtOnce);
      const uint32_t* const own = s.indices + first;
      const bool is_one =
          end - first == kAtOnce && std::all_of(own, own + kAtOnce, [&](uint32_t index) {
            return static_cast<uint16_t>(index) == static_cast<uint16_t>(*own);
          });
      for (int32_t k = first; k < end; ++k)
        s.new_indices[k] = s.places[is_one ? *own : s.indices[k]];
    }
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("bug_sort_alike_in_16_bits");
}
