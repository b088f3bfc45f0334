// Of the vertices with three influences 16 bits are counted.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static int32_t count(const int32_t* counts, int influences) {
    return influences == 3 ? counts[2] & 0xffff : counts[influences - 1];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_group_16");
}
