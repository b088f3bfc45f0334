// Normals are made unit.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static void normalise(float (&v)[3]) {
    const float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (square > 0) Uniform::normalise(v);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<skin<Bug>>("bug_four_normal_unit");
}
