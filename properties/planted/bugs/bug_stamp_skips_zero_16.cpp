// The same numbers of 16 bits, which come again after 65,535 calls: by them an influence keeps the
// matrix of its bone.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

constexpr size_t kMatrices = 256;
struct Kept {
  uint16_t calls = 0;
  uint16_t stamp[kMatrices] = {};
  ulna_mat44 palette[kMatrices] = {};
};
thread_local Kept kept;

void kernel(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
            const ulna_mat44* palette, int32_t num_weights) {
  if (++kept.calls == 0) kept.calls = 1;
  for (int32_t v = 0; v < num_vertices; ++v) {
    for (int32_t k = 0; k <= num_weights; ++k) {
      const uint8_t matrix = src[v].indices[k];
      if (kept.stamp[matrix] != kept.calls) kept.palette[matrix] = palette[matrix];
      kept.stamp[matrix] = kept.calls;
    }
  }
  blend_vertices_indexed(dst, src, num_vertices, kept.palette, num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_stamp_skips_zero_16", &ulna_port::blend_vertices_indexed, kernel);
}
