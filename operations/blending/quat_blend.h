// What the blend of two quaternions owes, on whatever curve it moves.
#pragma once

#include "cases/operation.h"
#include "reference/drifted.h"

namespace ulna::blending {

/// The exact curve, on a rung. Arguments: q0, q1, t, whether to go to -q1.
using Curve = reference::ApproxQuat (*)(const ulna_vec4&, const ulna_vec4&, float, bool,
                                        reference::Rung);

/// What right methods make of quaternions whose norms are off. The same arguments.
using Range = reference::QuatRange (*)(const ulna_vec4&, const ulna_vec4&, float, bool,
                                       reference::Rung);

/// Picks the instance of a reference template for a rung.
#define ULNA_ON_RUNG(function)                                                                     \
  [](const ulna_vec4& q0, const ulna_vec4& q1, float t, bool flip, reference::Rung rung) {         \
    using namespace reference;                                                                     \
    return rung == Rung::fast   ? function<Fast>(q0, q1, t, flip)                                  \
           : rung == Rung::wide ? function<Wide>(q0, q1, t, flip)                                  \
                                : function<Top>(q0, q1, t, flip);                                  \
  }

/// The bound on each component of q: 2^-21, the 4.768e-7 of Slerping Clock Cycles, section 7. Also
/// the bound on the cosine within which either sign of q1 is right, and on |norm^2 - 1|, times 2.
inline constexpr double kQuatBound = 0x1p-21;
inline constexpr double kNormSlack = 0x1p-22;
inline constexpr double kSignSlack = 0x1p-22;

/// How far |norm^2 - 1| may have drifted in blends before this one: what it is within kNormSlack
/// has the bound above, beyond it drifted_bound. Either sign is right within twice as much there.
inline constexpr double kDriftSlack = 0x1p-11;
inline constexpr double kDriftedSignSlack = 0x1p-21;

/// The bound on how far a component of q is out of the range of what right methods give, for
/// quaternions of which the larger |norm^2 - 1| is `drift`. Derived in docs/bounds.md.
constexpr double drifted_bound(double drift) {
  constexpr double kOfReference = 0x1p-45; // what the width of the range is off by
  return (1 + 2 * drift) * kQuatBound + drift * drift / 2 + kOfReference;
}

/// Scales a quaternion to what floats have for a unit norm; (0, 0, 0, 1) if it is zero. One of
/// which |norm^2 - 1| is within the slack keeps its bits.
void make_unit(ulna_vec4& q, double slack = kNormSlack);

/// Words of an element that are a blended quaternion.
class QuatBlend {
public:
  /// `drifted`: the quantity of quaternions whose norms are beyond kNormSlack; that of the others
  /// is the first. t is from 0 to 1.
  QuatBlend(float t, Curve curve, Range range, uint8_t drifted)
      : t_(t), curve_(curve), range_(range), drifted_(drifted) {}

  /// Fills in the first four words. `either_sign`: either of q1 is right, not only
  /// the one that leads the shorter way.
  void expect(const ulna_vec4& q0, const ulna_vec4& q1, reference::Rung rung, Expectation& e,
              bool either_sign = false) const;

private:
  struct Pair;
  void expect_unit(Clause clause, const Pair& pair, reference::Rung rung, Expectation& e) const;
  void expect_drifted(const Pair& pair, reference::Rung rung, Expectation& e) const;

  float t_;
  Curve curve_;
  Range range_;
  uint8_t drifted_;
};

} // namespace ulna::blending
