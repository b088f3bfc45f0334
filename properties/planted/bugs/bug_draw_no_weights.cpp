// One influence of the indexed form switches blending off.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static uint32_t indexed_weights(int32_t influences) { return uint32_t(influences) - 1; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_no_weights");
}
