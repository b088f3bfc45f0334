// A row ends where its first free entry is.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static uint32_t slots(const uint32_t* row, int32_t width) {
    return uint32_t(std::find(row, row + width, UINT32_MAX) - row);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_first_gap");
}
