// Bone numbers are cut to 16 bits.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static ulna_influence influence(const ulna_influence* own, int32_t k, int32_t, float) {
    return {own[k].bone & 0xffff, own[k].weight};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bone_16", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
