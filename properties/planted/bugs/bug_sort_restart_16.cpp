// Takes the index 65535 for the end of a strip, as it is where indices have 16 bits.
#include "../sorting.h"

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void rename(const Sorting& s) {
    for (int32_t k = 0; k < s.num_indices; ++k)
      s.new_indices[k] = s.indices[k] == 0xffff ? 0xffff : s.places[s.indices[k]];
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("bug_sort_restart_16");
}
