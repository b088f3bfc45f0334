// The last index of a palette and one more is a size_t, as it was with 64 bits: here it overflows.
#include "../kernels.h"

#include "../../drawing.h"

using namespace ulna::planted;

namespace {

struct Narrow : Drawing {
  static uint64_t palette(const ulna_device& d, bool normals) {
    if (!has_hardware(d) || d.max_blend_matrix_index == 0) return 0;
    const size_t entries = size_t{d.max_blend_matrix_index} + 1;
    return std::min<size_t>(normals ? entries / 2 : entries, 256);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on(kSse2, "bug_palette_in_size_t", &ulna_port::choose_blending,
                  choose_blending<Narrow>);
}
