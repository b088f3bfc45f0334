// Rounds the weights to 16 bits.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void finish(const ulna_blended_mesh& out, ulna_conversion_counts& counts) {
    for (uint32_t v = 0; v < counts.num_vertices; ++v)
      for (float& w : out.vertices[v].weights) w = std::floor(w * 0x1p16f + 0.5f) * 0x1p-16f;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_weight_coarse");
}
