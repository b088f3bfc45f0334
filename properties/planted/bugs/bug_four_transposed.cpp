// The palette is taken for one of column vectors.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static float element(const float* m, int row, int column) { return m[4 * column + row]; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<skin<Bug>>("bug_four_transposed");
}
