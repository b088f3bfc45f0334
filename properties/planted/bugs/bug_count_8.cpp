// The count is kept in 8 bits, so the last multiple of 256 joints is left alone. A byte was enough
// for the palettes of a GPU.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Count8 : Lerp {
  static int32_t count(int32_t num_joints) { return static_cast<uint8_t>(num_joints); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_count_8", &ulna_port::lerp_joints, blend<Count8>);
}
