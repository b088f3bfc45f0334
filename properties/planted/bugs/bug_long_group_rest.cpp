// Of a group of more than 16384 vertices what is left of four is not done.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static int32_t count(const int32_t* counts, int influences) {
    const int32_t all = counts[influences - 1];
    return all > 16384 ? all & ~3 : all;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_group_rest", &ulna_port::skin_sorted_verts, skin_sorted_verts<Bug>);
}
