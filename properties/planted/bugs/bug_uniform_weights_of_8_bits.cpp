// Weights from 0 to 1 are kept in a byte.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static float weight(const float* own, int k, int) {
    const float w = own[k];
    return w > 0 && w < 1 ? std::floor(w * 255 + 0.5f) / 255 : w;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_weights_of_8_bits", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
