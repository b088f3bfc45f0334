// Vertices of three influences have as many entries as those of four.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static int indices(int influences) { return influences == 3 ? 4 : influences; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_group_stride");
}
