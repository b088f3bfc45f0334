// Weights of zero are skipped, and so is a weight that cannot be compared.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Skips : Mesh {
  static bool counts(float weight, float least) { return weight >= least && weight != 0; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_mesh<Skips>("right_mesh_skips");
}
