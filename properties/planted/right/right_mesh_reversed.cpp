// The influences of a vertex from the last to the first.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Reversed : Mesh {
  static int32_t place(int32_t k, int32_t n) { return n - 1 - k; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_mesh<Reversed>("right_mesh_reversed");
}
