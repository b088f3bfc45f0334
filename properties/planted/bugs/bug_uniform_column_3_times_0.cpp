// Column 3 is masked by a multiplication with zero, and added. What is not finite there gets
// through.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static float element(const float* m, int row, int column) {
    return Uniform::element(m, row, column) + 0 * m[4 * row + 3];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_column_3_times_0", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
