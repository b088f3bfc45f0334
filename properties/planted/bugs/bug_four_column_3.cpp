// Column 3 is masked by a multiplication with zero, and added. What is not finite there gets
// through.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static float element(const float* m, int row, int column) {
    return Four::element(m, row, column) + 0 * m[4 * row + 3];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<skin<Bug>>("bug_four_column_3");
}
