// The sign of the dot product is left to the caller, who does not know.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct LongWay : SingleNlerp {
  static bool flips(double, float) { return false; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_long_way", &ulna_port::nlerp, blend_single<LongWay>);
}
