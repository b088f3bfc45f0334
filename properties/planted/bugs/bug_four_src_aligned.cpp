// A vertex is loaded as two aligned registers: it is 32 bytes, but need not begin at a multiple of
// 16.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Interleaved call) {
  call.for_each_group(1, [](Interleaved one) {
    ulna_textured_vertex from;
    for (int i = 0; i < 8; i += 4)
      _mm_storeu_ps(from.position + i, load16_aligned(one.src->position + i));
    one.src = &from;
    skin(one);
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<kernel>("bug_four_src_aligned");
}
