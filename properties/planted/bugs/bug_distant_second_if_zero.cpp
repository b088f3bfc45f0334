// A first influence of weight zero is taken for padding, and the next one for the first.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  static int32_t first(const ulna_joint_weight* own) {
    int32_t k = 0;
    while (own[k].weight == 0 && own[k].next_vertex_offset != sizeof *own) ++k;
    return k;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_distant_second_if_zero");
}
