// Everything is computed in double and rounded once.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Double : Sorted {
  using Real = double;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Double>("right_sorted_double");
}
