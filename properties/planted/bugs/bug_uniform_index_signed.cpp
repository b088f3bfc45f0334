// Numbers of matrices beyond 127 are negative: a char has a sign here.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static int32_t joint(const uint8_t* own, int k) { return static_cast<int8_t>(own[k]); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_index_signed", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
