// The count is declared as an int64_t: of its register the upper half is anything.
#include "../../kernels.h"

using namespace ulna::planted;

namespace {

void long_count(ulna_vertex* verts, int64_t num, const ulna_joint_mat* joints,
                const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  if (num > INT32_MAX) num = INT32_MAX;
  transform_verts<Skin>(verts, static_cast<int32_t>(num), joints, base, weights, num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_count_of_64_bits", &ulna_port::transform_verts,
               reinterpret_cast<decltype(ulna_port::transform_verts)>(
                   reinterpret_cast<void (*)()>(long_count)));
}
