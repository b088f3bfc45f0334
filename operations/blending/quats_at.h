// Where the quaternions that are blended lie in a case.
#pragma once

#include "cases/operation.h"

namespace ulna::blending {

/// The quaternions of a place in the list of joints, or of a pair of single ones. Where there is
/// one array, `from` and `to` are the same.
struct Quats {
  ulna_vec4 *from, *to;
};
Quats quats_at(Case& c, size_t place);

} // namespace ulna::blending
