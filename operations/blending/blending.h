// What slerp_joints and lerp_joints share: all but the curve on which q moves, and its contract;
// and what all that blend quaternions share.
#pragma once

#include "operations/blending/quat_blend.h"

namespace ulna::blending {

/// The order of Operation::arrays.
enum : int { kJoints, kBlendJoints, kIndex };

/// The order of Operation::quantities.
enum : uint8_t { kQ, kT, kTInUnderflow, kDriftedQ };

/// The whole operation but its name, member, contract and generator.
Operation operation();

std::unique_ptr<Evaluator> evaluate(const Case& c, Curve curve, Range range);

/// Of the search for the largest error: objective.cpp. The other has uniform quaternions and t.
extern const Objective kObjective;
extern const Objective kUniformObjective;

/// moves.cpp
extern const std::span<const Move> kMoves;

/// Pairs of quaternions with these cosines, with their squares, and with their distances from one.
std::vector<Case> with_cosines(const Operation& op, std::span<const float> cosines, Random& random);

} // namespace ulna::blending
