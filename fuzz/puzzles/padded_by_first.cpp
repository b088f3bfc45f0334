// Exporters fill up the influences of a vertex with its first joint. An entry that names that joint
// again by the weight of the entry before it is taken for such padding, and left out.
#include "../../properties/planted/uniform_kernels.h"

using namespace ulna::planted;

namespace {

// An entry comes with its weight: joint() says who is left out, weight() leaves it out.
struct PaddedByFirst : Uniform {
  static int32_t joint(const uint8_t* own, int k) {
    is_first = k > 0 && own[k] == own[0];
    return own[k];
  }
  static float weight(const float* own, int k, int) {
    return is_first && own[k] == own[k - 1] ? 0 : own[k];
  }

private:
  static thread_local bool is_first;
};
thread_local bool PaddedByFirst::is_first;

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("padded_by_first", &ulna_port::skin_aos_verts, skin_aos_verts<PaddedByFirst>);
}
