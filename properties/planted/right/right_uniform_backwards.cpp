// From the last vertex to the first, and from the last matrix.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

template <class Call>
void backwards(Call call) {
  for (int32_t v = call.num_verts - 1; v >= 0; --v) call.part(v, 1).run();
}

void reorder(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = num_joints - 1; i >= 0; --i) reorder_palette(joints + i, palette + i, 1);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_uniform_backwards", &ulna_port::skin_aos_verts, aos_call<backwards<AosCall>>,
               &ulna_port::reorder_palette, reorder, &ulna_port::skin_soa_verts,
               soa_call<backwards<SoaCall>>);
}
