// What the planted bugs with a shortcut look for.
#pragma once

#include "bones.h"

namespace ulna::planted {

// Whether it is the 4x4 identity, but for `off`.
inline bool is_identity(const float* m, float off = 0) {
  for (int i = 0; i < 16; ++i)
    if (!(std::fabs(m[i] - float(i % 5 == 0)) <= off)) return false;
  return true;
}

// Whether it is the 3x4 identity, but for `off`.
inline bool is_identity_joint(const float* m, float off = 0) {
  for (int i = 0; i < 12; ++i)
    if (!(std::fabs(m[i] - float(i % 5 == 0)) <= off)) return false;
  return true;
}

template <class R>
bool has_translation(const Affine<R>& a) {
  return a.m[9] != 0 || a.m[10] != 0 || a.m[11] != 0;
}

// Whether the linear part is the identity.
template <class R>
bool has_identity(const Affine<R>& a) {
  for (int i = 0; i < 9; ++i)
    if (a.m[i] != (i % 4 == 0)) return false;
  return true;
}

// Whether the linear part is diagonal.
template <class R>
bool is_diagonal(const Affine<R>& a) {
  for (int i = 0; i < 9; ++i)
    if (i % 4 != 0 && a.m[i] != 0) return false;
  return true;
}

} // namespace ulna::planted
