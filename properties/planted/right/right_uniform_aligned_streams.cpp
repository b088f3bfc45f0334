// Whole groups of four are loaded from the streams by instructions that need their alignment.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

const float* loaded(const float* stream, float (&to)[4]) {
  _mm_storeu_ps(to, load16_aligned(stream));
  return to;
}

void kernel(SoaCall call) {
  const int32_t fours = call.num_verts / 4 * 4;
  for (int32_t v = 0; v < fours; v += 4) {
    SoaCall four = call.part(v, 4);
    const ulna_soa_verts from = four.src;
    float s[6][4];
    four.src = {loaded(from.x, s[0]),  loaded(from.y, s[1]),  loaded(from.z, s[2]),
                loaded(from.nx, s[3]), loaded(from.ny, s[4]), loaded(from.nz, s[5])};
    four.run();
  }
  call.part(fours, call.num_verts - fours).run();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_uniform_aligned_streams", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
