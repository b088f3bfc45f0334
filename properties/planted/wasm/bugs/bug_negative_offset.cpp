// The offset in an instruction is taken for a signed one: 2^32 - 4 leads out of the memory.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void backwards(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
               int32_t num) {
  for (int64_t i = kFloats * num; i > 0; --i) {
    float last;
    asm volatile("local.get %1\n f32.load 4294967292\n local.set %0"
                 : "=r"(last)
                 : "r"(floats(a) + i));
    floats(dst)[i - 1] = tweened(last, floats(b)[i - 1], t);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_negative_offset", &ulna_port::tween_verts, backwards);
}
