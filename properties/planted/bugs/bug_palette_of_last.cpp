// A bone whose two matrices begin with the rows of the ones before gets the product of those.
#include "../alike.h"
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
            int32_t num_bones) {
  combine_bones(palette, offset, bones, num_bones);
  for (int32_t i = 1; i < num_bones; ++i)
    if (same(offset[i].m, offset[i - 1].m, 4) && same(bones[i].m, bones[i - 1].m, 4))
      palette[i] = palette[i - 1];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_palette_of_last", &ulna_port::combine_bones, kernel);
}
