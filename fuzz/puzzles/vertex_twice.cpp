// A vertex that has all bits of the one before it, as where an index buffer was taken apart, is
// skinned once. What it is skinned by is not compared.
#include "../../properties/planted/four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Interleaved call) {
  for (int32_t v = 0; v < call.num_verts; ++v)
    if (v > 0 && std::memcmp(call.src + v, call.src + v - 1, sizeof *call.src) == 0)
      call.dst[v] = call.dst[v - 1];
    else
      skin(call.part(v, 1));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<kernel>("vertex_twice");
}
