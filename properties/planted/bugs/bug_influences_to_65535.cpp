// Of a vertex no more than 65,535 influences are done.
#include "../mesh_kernels.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

struct Saturated : Mesh {
  static int32_t influences(int32_t count) { return std::min(count, 65535); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_influences_to_65535", &ulna_port::update_skinned_mesh,
               update_skinned_mesh<Saturated>);
}
