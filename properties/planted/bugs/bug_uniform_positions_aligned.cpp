// The positions of four vertices are three aligned registers. Floats need not begin at a multiple
// of 16 bytes.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(AosCall call) {
  alignas(16) float positions[12];
  for (int32_t v = 0; v < call.num_verts; v += 4) {
    AosCall four = call.part(v, call.num_verts - v < 4 ? call.num_verts - v : 4);
    if (four.num_verts == 4) {
      for (int i = 0; i < 12; i += 4)
        _mm_store_ps(positions + i, load16_aligned(four.positions + i));
      four.positions = positions;
    }
    four.run();
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_positions_aligned", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
