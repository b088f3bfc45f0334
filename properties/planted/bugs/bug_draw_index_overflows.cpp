// The number of entries has 32 bits, as the last index has.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static uint64_t palette(const ulna_device& d, bool normals) {
    if (!has_hardware(d) || d.max_blend_matrix_index == 0) return 0;
    const uint32_t entries = d.max_blend_matrix_index + 1;
    return std::min(normals ? entries / 2 : entries, 256u);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_index_overflows");
}
