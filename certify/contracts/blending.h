// What slerp_joints and lerp_joints share: all but the curve on which q moves, and its contract.
#pragma once

#include "certify/operation.h"
#include "reference/lerp.h"

namespace ulna::blending {

/// The order of Operation::arrays.
enum : int { kJoints, kBlendJoints, kIndex };

/// The exact curve, on a rung. Arguments: q0, q1, t, whether to go to -q1.
using Curve = reference::ApproxQuat (*)(const ulna_vec4&, const ulna_vec4&, float, bool,
                                        reference::Rung);

/// Picks the instance of a reference template for a rung.
#define ULNA_CURVE(function)                                                                       \
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

/// Scales a quaternion to what floats have for a unit norm; (0, 0, 0, 1) if it is zero. One that is
/// within the domain keeps its bits.
void make_unit(ulna_vec4& q);

/// The whole operation but its name, member, contract and generator.
Operation operation();

std::unique_ptr<Evaluator> evaluate(const Case& c, Curve curve);

} // namespace ulna::blending
