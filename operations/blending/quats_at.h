// Where the quaternions that are blended lie in a case.
#pragma once

#include "cases/operation.h"

namespace ulna::blending {

/// The quaternions of a place in the list of joints, or of a pair of single ones. Where there is
/// one array, `from` and `to` are the same.
template <class Quat>
struct Quats {
  Quat *from, *to;
};
Quats<const ulna_vec4> quats_at(const Case& c, size_t place);
Quats<ulna_vec4> quats_at(Case& c, size_t place);

} // namespace ulna::blending
