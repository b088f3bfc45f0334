// A device whose last index is 0 has one entry, and not none.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static uint64_t palette(const ulna_device& d, bool normals) {
    if (!has_hardware(d)) return 0;
    return std::min<uint64_t>(normals ? entries(d) / 2 : entries(d), 256);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_no_index");
}
