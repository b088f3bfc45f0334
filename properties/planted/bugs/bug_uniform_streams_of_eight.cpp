// Streams are loaded in registers of eight floats: they are taken to be padded.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

// The floats of a stream from `first` on, as far as they fit into a register.
const float* loaded(const float* stream, int32_t first, float (&to)[8]) {
  _mm_storeu_ps(to, load16(stream + first));
  _mm_storeu_ps(to + 4, load16(stream + first + 4));
  return to;
}

void kernel(SoaCall call) {
  for (int32_t v = 0; v < call.num_verts; v += 8) {
    SoaCall some = call.part(v, call.num_verts - v < 8 ? call.num_verts - v : 8);
    float s[6][8];
    some.src = {loaded(call.src.x, v, s[0]),  loaded(call.src.y, v, s[1]),
                loaded(call.src.z, v, s[2]),  loaded(call.src.nx, v, s[3]),
                loaded(call.src.ny, v, s[4]), loaded(call.src.nz, v, s[5])};
    some.run();
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_streams_of_eight", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
