// The contract of slerp.

#include "operations/blending/single_quats.h"
#include "operations/list.h"
#include "operations/shared/generate.h"

namespace ulna {
namespace {

constexpr Contract kContract{
    .version = 1,
    .summary = "out = scale0 a + scale1 s b with scale0 = sin((1-t)x) / sin(x), scale1 = sin(tx) / "
               "sin(x), cos(x) = |a.b|, s the sign of a.b",
    .domain = "0 <= t <= 1; |norm^2 - 1| <= 2^-22 for both quaternions, as floats are unit, and up "
              "to 2^-11, as blends before this one may have left them; any angle, the scales "
              "continued analytically through cos(x) = 1; nothing about values for "
              "any other t",
    .footprint = blending::kSingleQuatsFootprint,
    .bound = "0x1p-21 (4.768e-7) absolute for each component, also at t = 0 and t = 1; with d > "
             "2^-22 the larger |norm^2 - 1|, (1 + 2d) 2^-21 + d^2/2 beyond the range of what the "
             "methods give (the cosine as it is or of the unit quaternions, each end as it is or "
             "scaled to unit norm, or the result scaled to it); either s is right where |a.b| <= "
             "2^-22, with d > 2^-22 where |a.b| <= 2^-21",
    .source = "J.M.P. van Waveren, Slerping Clock Cycles, 2005, sections 3, 6 and 7",
};

} // namespace

const Operation& slerp() {
  static const Operation op = [] {
    Operation o = blending::single_quats();
    o.name = "slerp";
    o.member = offsetof(ulna_port, slerp);
    o.contract = kContract;
    o.generate = [](uint64_t seed, uint64_t i) {
      return blending::single_quats_case(slerp(), generate_slerp_joints(seed, i));
    };
    o.evaluate = [](const Case& c) {
      return blending::evaluate_single_quats(c, ULNA_ON_RUNG(slerp), ULNA_ON_RUNG(slerp_range));
    };
    return o;
  }();
  return op;
}

} // namespace ulna
