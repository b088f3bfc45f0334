// Faces of more than twelve bones go to software, as if no influence of theirs could go.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static uint32_t face(uint32_t influences) { return std::max(influences, 1u); }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_wide_face");
}
