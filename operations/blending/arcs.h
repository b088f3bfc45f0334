// Pairs of unit quaternions at a given angle, in the places where the roundings of slerp and lerp
// are at their worst, and cases of them.
#pragma once

#include "cases/case.h"
#include "operations/blending/quaternions.h"

#include <span>

namespace ulna::quaternions {

/// The quaternions of one joint.
struct Pair {
  ulna_vec4 from, to;
};

/// A case of an operation that blends quaternions with these pairs in order, and translations of
/// zero.
Case pairs_case(const Operation& op, float t, std::span<const Pair> pairs);

/// Where the two lie: anywhere, where all roundings of the dot product add up; one along the axes;
/// or an axis between them on their arc, along which the errors of both scales add up.
enum Place : size_t { kAnywhere, kAlongAxes, kBetween, kPlaces };

/// The two ends of an arc.
struct Arc {
  Quat from, to;
};

/// One of that angle, in radians.
Arc arc(Place place, double angle, Random& random);

/// `from` turned by the angle towards a unit quaternion that is orthogonal to it.
Quat toward(const Quat& from, const Quat& orthogonal, double angle);

/// Rounded, with a norm anywhere in the domain, more often at its ends.
ulna_vec4 anywhere(const Quat& q, Random& random);

Quat quat(const ulna_vec4& v);

/// Of two unit quaternions, in radians, from 0 to pi, to full precision everywhere.
double angle_between(const Quat& a, const Quat& b);

} // namespace ulna::quaternions
