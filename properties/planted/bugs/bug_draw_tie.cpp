// Where palette and matrices are equal, the non-indexed form is taken.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static bool prefers_indexed(uint64_t palette, uint32_t matrices) { return palette > matrices; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_tie");
}
