// The kernels of mesh_kernels.h as they stand.
#include "../mesh_kernels.h"

using namespace ulna::planted;

const ulna_port* ulna_port_v1() {
  return offer_mesh<Mesh>("right_mesh_plain");
}
