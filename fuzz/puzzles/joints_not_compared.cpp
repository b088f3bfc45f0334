// A vertex with the position, the normal and the weights of the one before it is taken to be that
// vertex once more, at a seam of the texture: the joints are not compared.
#include "../../properties/planted/uniform_kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

// Whether an entry of `width` floats is the one before it once more.
bool is_again(const float* entry, int32_t width) {
  return std::memcmp(entry, entry - width, static_cast<size_t>(width) * sizeof(float)) == 0;
}

void kernel(AosCall call) {
  call.run();
  for (int32_t v = 1; v < call.num_verts; ++v) {
    const AosCall one = call.part(v, 1);
    if (is_again(one.positions, 3) && is_again(one.normals, 3) &&
        is_again(one.joint_weights, one.num_influences))
      *one.dst = one.dst[-1];
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("joints_not_compared", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
