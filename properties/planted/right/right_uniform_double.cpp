// Everything is computed in double and rounded once.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Double : Uniform {
  using Real = double;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_uniform<Double>("right_uniform_double");
}
