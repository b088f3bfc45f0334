// Drops the neighbour over an edge of which it has no vertex, as across a seam.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool touch(const ulna_blended_mesh& out, uint32_t face, uint32_t other) {
    for (uint32_t i = 0; i < 9; ++i)
      if (out.vertex_remap[out.indices[3 * face + i / 3]] ==
          out.vertex_remap[out.indices[3 * other + i % 3]])
        return true;
    return false;
  }
  static void finish(const ulna_blended_mesh& out, ulna_conversion_counts& counts) {
    uint32_t faces = 0;
    for (uint32_t s = 0; s < counts.num_subsets; ++s) faces += out.subsets[s].face_count;
    for (uint32_t e = 0; out.adjacency && e < 3 * faces; ++e) {
      uint32_t& neighbour = out.adjacency[e];
      if (neighbour != kNone && !touch(out, e / 3, neighbour)) neighbour = kNone;
    }
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_seam_opened");
}
