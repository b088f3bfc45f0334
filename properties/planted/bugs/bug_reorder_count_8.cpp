// The length of a palette has 8 bits, like what names its matrices: 256 of them are none.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static int32_t count(int32_t num_joints) { return static_cast<uint8_t>(num_joints); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_count_8", &ulna_port::reorder_palette, reorder_palette<Bug>);
}
