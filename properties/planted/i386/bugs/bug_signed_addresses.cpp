// Addresses are compared as ints: an array across 2^31 ends before it begins.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void compares(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  const auto end = reinterpret_cast<intptr_t>(floats(dst) + kFloats * num);
  const float *from = floats(a), *to = floats(b);
  for (auto at = reinterpret_cast<intptr_t>(dst); at < end; at += sizeof(float))
    *reinterpret_cast<float*>(at) = tweened(*from++, *to++, t);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_signed_addresses", &ulna_port::tween_verts, compares);
}
