// From 16 vertices on whole vectors are stored, with the w that was there.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  if (num_verts < 16) return derive_bitangents<Bitangent>(bitangents, verts, num_verts);
  for (int32_t i = 0; i < num_verts; ++i) {
    ulna_vec4 whole;
    whole.w = *static_cast<const volatile float*>(&bitangents[i].w);
    derive_bitangents<Bitangent>(&whole, verts + i, 1);
    _mm_store_ps(&bitangents[i].x, _mm_loadu_ps(&whole.x));
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bitangent_w_by_16", &ulna_port::derive_bitangents, kernel);
}
