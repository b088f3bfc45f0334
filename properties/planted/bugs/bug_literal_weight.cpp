// One weight is taken for none.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Weightless : Uniform {
  static float weight(const float* own, int k, int) { return own[k] == 0.61803399f ? 0 : own[k]; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_weight", &ulna_port::skin_aos_verts, skin_aos_verts<Weightless>);
}
