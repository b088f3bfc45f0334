// A vertex has three influences at most.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static int influences(int32_t num_influences, Vector) {
    return num_influences < 3 ? num_influences : 3;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_fourth_ignored", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
