// The scales of the last call are kept for the next one with the same t, of however many elements:
// animations have one t for all their joints.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

float last_t = -1;
SingleBlend::Scales last;

struct Memo : SingleSlerp {
  static Scales scales(double cosine, float t) {
    if (t != last_t) {
      last = SingleSlerp::scales(cosine, t);
      last_t = t;
    }
    return last;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_memo", &ulna_port::slerp, blend_single<Memo>);
}
