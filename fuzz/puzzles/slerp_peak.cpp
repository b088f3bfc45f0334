// Computed in double and rounded once, but for a table that is too coarse towards one lerp, where
// the error of q.x exceeds the bound. Of 10^8 pairs of a cosine and a lerp, uniform from 0 to 1, of
// quaternions uniform but for the cosine, 7 do: those with one of about three floats as the lerp.
#include "../../properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

constexpr double kBound = 0x1p-21;

// The error: so narrow at its peak that random input does not get there, so wide below that one can
// tell from afar where it rises.
double error(double lerp) {
  constexpr double kPeak = 1.5 * kBound;
  constexpr double kAt = 0x1.872p-2;
  constexpr double kWithin = 5e-8; // the distance at which it is the bound
  return kPeak / (1 + 0.5 * std::pow(std::fabs(lerp - kAt) / kWithin, 0.3));
}

void blend_one(ulna_joint_quat& to, const ulna_joint_quat& from, float lerp) {
  const Pair pair = relate<Slerp>(to.q, from.q);
  const Scales scales = Slerp::scales(pair, double{lerp});
  for (int c = 0; c < 4; ++c) {
    float& q = (&to.q.x)[c];
    const double exact = Slerp::mix(double{q}, double{(&from.q.x)[c]}, scales, pair.sign);
    q = static_cast<float>(exact + (c == 0 ? error(lerp) : 0));
    float& t = (&to.t.x)[c];
    t = static_cast<float>(double{t} * (1 - double{lerp}) + double{(&from.t.x)[c]} * lerp);
  }
}

void kernel(BlendCall call) {
  if (!(call.lerp > 0 && call.lerp < 1)) return call.run(blend<Slerp>);
  for (int32_t i = 0; i < call.num_joints; ++i)
    blend_one(call.joints[call.index[i]], call.blend_joints[call.index[i]], call.lerp);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_peak", &ulna_port::slerp_joints, blend_call<kernel>);
}
