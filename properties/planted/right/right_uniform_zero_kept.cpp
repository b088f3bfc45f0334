// A normal that comes to nothing is left as it is, and one too short for its square to be a float
// points upwards: what is owed for neither.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Guarded : Uniform {
  template <class Real>
  static void normalise(Real (&v)[3]) {
    const Real square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (square > 1e-30f) return Uniform::normalise(v);
    if (square > 0) v[0] = v[1] = 0, v[2] = 1;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_uniform<Guarded>("right_uniform_zero_kept");
}
