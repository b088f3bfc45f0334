// The vertices of dst are taken to be as far apart as those of src.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static int32_t step_of_dst(int32_t, int32_t src_stride) { return src_stride; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_dst_by_src_stride", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
