// The streams are read from a record whose pointers have eight bytes, as it was copied from 64
// bits.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void of_64_bits(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                const uint8_t* indices, const float* weights, int32_t influences, int32_t num) {
  const auto* pointers = reinterpret_cast<const uint64_t*>(src);
  const auto stream = [&](int i) { return reinterpret_cast<const float*>(uintptr_t(pointers[i])); };
  const ulna_soa_verts read{stream(0), stream(1), stream(2), stream(3), stream(4), stream(5)};
  skin_soa_verts<Uniform>(dst, &read, joints, indices, weights, influences, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on(kSse2, "bug_pointers_of_8_bytes", &ulna_port::skin_soa_verts, of_64_bits);
}
