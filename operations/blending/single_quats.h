// What slerp and nlerp share: one pair of quaternions a call, as mathematics libraries have them.
#pragma once

#include "operations/blending/quat_blend.h"

namespace ulna::blending {

/// The order of Operation::arrays.
enum : int { kOut, kA, kB };

/// The whole operation but its name, member, contract, generator and evaluator.
Operation single_quats();

/// A case of one of them: the quaternions of the joints that a case of slerp_joints or lerp_joints
/// lists, in the places of that case or a few floats farther.
Case single_quats_case(const Operation& op, const Case& joints);

std::unique_ptr<Evaluator> evaluate_single_quats(const Case& c, Curve curve, Range range);

} // namespace ulna::blending
