// A negative number says no.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static bool is_true(int32_t flag) { return flag > 0; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_true_is_positive");
}
