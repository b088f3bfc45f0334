// The contract of slerp_joints.

#include "operations/blending/blending.h"
#include "operations/list.h"
#include "operations/shared/generate.h"

namespace ulna {
namespace {

constexpr Contract kContract{
    .version = 2,
    .summary = "for j = index[i]: q = scale0 q0 + scale1 s q1 with scale0 = sin((1-t)a) / sin(a), "
               "scale1 = sin(ta) / sin(a), cos(a) = |q0.q1|, s the sign of q0.q1, t = lerp; the "
               "four components of t linearly; lerp <= 0 writes nothing, lerp >= 1 copies bit by "
               "bit",
    .domain = "|norm^2 - 1| <= 2^-22 for both quaternions, as floats are unit, and up to 2^-11, as "
              "blends before this one may have left them: 230 blends of unit quaternions by the "
              "methods below stay within; any angle, the scales continued analytically through "
              "cos(a) = 1; |a| + |b| below FLT_MAX/4 for translations; distinct "
              "indices in any order; nothing about values for a NaN lerp",
    .footprint = "reads joints (16-byte aligned), blend_joints (16), index (4); writes the 32 "
                 "bytes of each listed joint and nothing else; blend_joints is disjoint from "
                 "joints, or the same array",
    .bound =
        "0x1p-21 (4.768e-7) absolute for each component of q, where |q0.q1| <= 2^-22 with either "
        "s; with d > 2^-22 the larger |norm^2 - 1|, (1 + 2d) 2^-21 + d^2/2 beyond the range "
        "of what the methods give (the cosine as it is or of the unit quaternions, each end as it "
        "is or scaled to unit "
        "norm, or the result scaled to it), where |q0.q1| <= 2^-21 with either s; "
        "translation gamma_3 ((1-t)|a| + t(|a| + |b|)), gamma_n = n u / (1 - n u), u = 2^-24, "
        "plus 2 * 2^-150 for underflow, or (4 + t) * 2^-126 and what denormal inputs "
        "contribute where the caller flushes; covers a(1-t) + bt, a + (b-a)t and a - at + bt, "
        "with or without FMA, but not b + (a-b)(1-t) for t < 1/2",
    .source = "J.M.P. van Waveren, Slerping Clock Cycles, 2005, sections 3, 6 and 7",
};

} // namespace

const Operation& slerp_joints() {
  static const Operation op = [] {
    Operation o = blending::operation();
    o.name = "slerp_joints";
    o.member = offsetof(ulna_port, slerp_joints);
    o.contract = kContract;
    o.generate = generate_slerp_joints;
    o.num_edge_cases = num_blending_edge_cases();
    o.evaluate = [](const Case& c) {
      return blending::evaluate(c, ULNA_ON_RUNG(slerp), ULNA_ON_RUNG(slerp_range));
    };
    return o;
  }();
  return op;
}

} // namespace ulna
