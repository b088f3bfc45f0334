// The mutator: changes cases as cases, not as bytes, and crosses them. Deterministic: the same case
// and the same random numbers give the same.
//
// Most changes are small, so that a search which keeps what raises the error can climb: often one
// float moves by an ulp, or one quaternion turns by a little.
#pragma once

#include "base/random.h"
#include "cases/case.h"

namespace ulna {

/// How often a mutated or crossed case is brought into the domain, so that its results are judged.
/// The others are left as they are, in the domain or not, or led out of it by a special float.
inline constexpr double kStaysInDomain = 0.8;

/// How many elements (vertices, joints, faces) a mutated case has at most. Mostly it does not grow
/// beyond a few, which are quick to climb on.
inline constexpr size_t kMostElements = 64;
inline constexpr size_t kFewElements = 8;

/// Changes a valid case, which stays valid.
void mutate(Case& c, Random& r);

/// A valid case of elements and values of two valid cases of one operation. Cases of two operations
/// do not cross: then it is the first.
Case cross(const Case& a, const Case& b, Random& r);

} // namespace ulna
