// Goes on to the base vectors of the next vertex by 16 bits of the number of influences.
#include "../distant_positions.h"

namespace ulna::planted {
namespace {

struct Port : DistantPositions {
  static int32_t bases(int32_t count) { return static_cast<int16_t>(count); }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_distant_positions<ulna::planted::Port>("bug_lod_step_of_16_bits");
}
