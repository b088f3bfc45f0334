// The vertex that the first index names, the one in the middle and the last is given the number
// that it had, where it is the only one with two influences.
#include "../../properties/planted/sorting.h"

namespace ulna::planted {
namespace {

struct NamedThrice : Sort {
  static void rename(const Sorting& s) {
    Sort::rename(s);
    if (s.num_indices < 3 || s.counts[1] != 1) return;
    const int32_t last = s.num_indices - 1;
    const uint32_t v = s.indices[0];
    if (s.num_influences[v] == 2 && s.indices[last / 2] == v && s.indices[last] == v)
      s.new_indices[last] = v;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::NamedThrice>("named_thrice");
}
