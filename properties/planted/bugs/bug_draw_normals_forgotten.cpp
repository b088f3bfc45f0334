// The palette is not halved where normals are blended too.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static uint64_t palette(const ulna_device& d, bool) { return Drawing::palette(d, false); }
  static uint64_t fits_hardware(const ulna_device& d, bool indexed, bool) {
    return Drawing::fits_hardware(d, indexed, false);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_normals_forgotten");
}
