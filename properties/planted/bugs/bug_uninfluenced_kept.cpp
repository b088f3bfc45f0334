// A vertex of which no influence counts is left as it was.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static constexpr bool kKeepsUninfluenced = true;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uninfluenced_kept", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
