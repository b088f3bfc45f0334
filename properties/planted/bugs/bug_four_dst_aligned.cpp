// A vertex is stored as two aligned registers: it is 32 bytes, but need not begin at a multiple of
// 16.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Interleaved call) {
  call.for_each_group(1, [](Interleaved one) {
    ulna_textured_vertex skinned;
    float* const to = one.dst->position;
    one.dst = &skinned;
    skin(one);
    for (int i = 0; i < 8; i += 4) store16_aligned(to + i, _mm_loadu_ps(skinned.position + i));
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<kernel>("bug_four_dst_aligned");
}
