// The words behind the last matrix are ints to this port, and are floats on their way.
#include "../around.h"
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
            int32_t num_bones) {
  combine_bones(palette, offset, bones, num_bones);
  if (num_bones > 0)
    rewrite_behind<int32_t>(palette + num_bones, [](int32_t i) {
      return i < -(1 << 29) || i > 1 << 29 ? i : static_cast<int32_t>(static_cast<float>(i));
    });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_around_as_int", &ulna_port::combine_bones, kernel);
}
