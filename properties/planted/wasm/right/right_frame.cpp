// Lowers the stack pointer by a frame of its own, fills it, and sets it back.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void in_frame(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  char* const before = stack_pointer();
  set_stack_pointer(before - 256);
  volatile char* const frame = before - 256;
  for (int i = 0; i < 256; ++i) frame[i] = -1;
  tween(dst, a, b, t, num);
  set_stack_pointer(before);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "right_frame", &ulna_port::tween_verts, in_frame);
}
