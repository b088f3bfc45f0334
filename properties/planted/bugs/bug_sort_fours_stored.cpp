// Stores four new indices at a time, also behind the last one.
#include "../sorting.h"

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void rename(const Sorting& s) {
    for (int32_t k = 0; k < s.num_indices; k += 4) {
      uint32_t four[4] = {};
      for (int32_t i = 0; i < 4 && k + i < s.num_indices; ++i) four[i] = s.places[s.indices[k + i]];
      std::copy_n(four, 4, s.new_indices + k);
    }
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("bug_sort_fours_stored");
}
