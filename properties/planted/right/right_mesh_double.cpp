// Everything but the last weight, which is a float by definition, is computed in double and rounded
// once.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Double : Mesh {
  using Real = double;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_mesh<Double>("right_mesh_double");
}
