// Normals get the translation too.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static int rows(Vector) { return 4; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_normal_moved", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
