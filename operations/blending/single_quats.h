// What slerp and nlerp share: one pair of quaternions a call, as mathematics libraries have them.
#pragma once

#include "operations/blending/quat_blend.h"

namespace ulna::blending {

/// The order of Operation::arrays.
enum : int { kOut, kA, kB };

/// Of the contracts.
inline constexpr const char* kSingleQuatsFootprint =
    "reads the four floats of a and of b (4-byte aligned), which may be one quaternion, "
    "writes the four of out and nothing else, for any t and any floats; out may be a "
    "itself where that is not b too, and must not otherwise overlap a or b";

/// The whole operation but its name, member, contract, generator and evaluator.
Operation single_quats();

/// A case of one of them: the quaternions of the joints that a case of slerp_joints or lerp_joints
/// lists, in the places of that case or a few floats farther.
Case single_quats_case(const Operation& op, const Case& joints);

std::unique_ptr<Evaluator> evaluate_single_quats(const Case& c, Curve curve, Range range);

} // namespace ulna::blending
