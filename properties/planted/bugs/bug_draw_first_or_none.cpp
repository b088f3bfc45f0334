// Where no subset needs software, the first of them is none: -1.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static int32_t first(int32_t first_in_software, int32_t num_subsets) {
    return first_in_software == num_subsets ? -1 : first_in_software;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_first_or_none");
}
