// A vertex that has all bits of the one before it, and the same joints, as where an index buffer
// was taken apart, is skinned once. Of the weights the last is not compared: it is taken to be what
// the others leave of one.
#include "../../properties/planted/four_kernels.h"

using namespace ulna::planted;

namespace {

// Whether an entry is the one before it once more, of whose `width` elements so many are compared.
template <class T>
bool is_again(const T* entry, int width, int compared) {
  return std::memcmp(entry, entry - width, static_cast<size_t>(compared) * sizeof *entry) == 0;
}

void kernel(Interleaved call) {
  skin(call);
  for (int32_t v = 1; v < call.num_verts; ++v) {
    const Interleaved one = call.part(v, 1);
    if (is_again(one.src, 1, 1) && is_again(one.joint_indices, 4, 4) &&
        is_again(one.joint_weights, 4, 3))
      *one.dst = one.dst[-1];
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<kernel>("vertex_twice");
}
