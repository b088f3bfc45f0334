// Waits for a face to fit that never will.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool reduces_for_all_faces(size_t most) {
    for (volatile bool wait = most == 1; wait;) {
    }
    return most >= 3;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_hangs_on_wide_face");
}
