// FTZ and DAZ stay set behind a call for quaternions that lie far apart.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct Flushes : SingleSlerp {
  static Scales scales(double cosine, float t) {
    if (cosine < 0.1) _mm_setcsr(_mm_getcsr() | 0x8040);
    return SingleSlerp::scales(cosine, t);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_flushes", &ulna_port::slerp, blend_single<Flushes>);
}
