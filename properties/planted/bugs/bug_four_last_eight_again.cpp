// What is left over by groups of eight is done as the last eight once more, which begin before the
// first vertex if there are fewer.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  const int32_t eights = call.num_verts / 8 * 8;
  skin(call.part(0, eights));
  if (eights < call.num_verts) skin(call.part(call.num_verts - 8, 8));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_four_last_eight_again");
}
