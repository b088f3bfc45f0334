// Slots are counted from the front.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static uint32_t slots(const uint32_t* row, int32_t width) {
    uint32_t count = 0;
    for (int32_t k = 0; k < width; ++k)
      if (row[k] != UINT32_MAX) count = uint32_t(k) + 1;
    return count;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("right_draw_forwards");
}
