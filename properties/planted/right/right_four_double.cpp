// Everything is computed in double and rounded once.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Double : Four {
  using Real = double;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_four<skin<Double>, skin<Double>>("right_four_double");
}
