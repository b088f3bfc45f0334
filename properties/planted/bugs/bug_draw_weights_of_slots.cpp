// As many weights as matrices: one too many.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static uint32_t weights(uint32_t slots) { return std::min(slots, 3u); }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_weights_of_slots");
}
