// Normals are turned by the first influence alone.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static int influences(int32_t num_influences, Vector which) {
    return which == kNormal ? 1 : num_influences;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_normal_of_first", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
