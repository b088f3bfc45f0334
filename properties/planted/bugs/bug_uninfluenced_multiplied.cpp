// A vertex of which no influence counts is multiplied by a matrix of zeros, which makes a NaN of an
// infinity.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static constexpr bool kZeroesUninfluenced = false;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uninfluenced_multiplied", &ulna_port::update_skinned_mesh,
               update_skinned_mesh<Bug>);
}
