// Entries of twelve bytes are loaded as sixteen, the last one too.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Whole : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    const __m128i entry = _mm_castps_si128(load16(own + k));
    const int32_t offset = _mm_cvtsi128_si32(_mm_shuffle_epi32(entry, 1));
    return reinterpret_cast<const float*>(reinterpret_cast<const char*>(joints) + offset);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on(kSse2, "bug_last_entry_by_16", &ulna_port::transform_verts,
                  transform_verts<Whole>);
}
