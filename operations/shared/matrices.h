// Generated 4x4 matrices, and the vectors that they meet.
#pragma once

#include "cases/values.h"
#include "operations/shared/special_values.h"
#include "ulna/port.h"

namespace ulna {

/// A rotation and a translation of human size.
inline ulna_mat44 rigid_matrix(Random& r) {
  const std::array<double, 9> rotation = random_rotation(r);
  const double reach = r.one_in(4) ? 100 : 2;
  ulna_mat44 m{};
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < 3; ++c) m.m[4 * row + c] = static_cast<float>(rotation[3 * row + c]);
  for (size_t c = 0; c < 3; ++c) m.m[12 + c] = static_cast<float>(r.uniform(-reach, reach));
  if (r.one_in(4)) m.m[12 + r.below(3)] = 0; // as along a spine
  m.m[15] = 1;
  return m;
}

/// A matrix of which all of it takes part; one in `special` has shortcuts.
inline ulna_mat44 random_matrix(Values values, int factors, size_t special, Random& r) {
  ulna_mat44 m;
  if (is_real(values)) {
    m = rigid_matrix(r);
  } else {
    for (float& x : m.m) x = value_of(values, factors, r);
  }
  if (r.one_in(special)) make_special(m.m, Special::any, r);
  return m;
}

/// Matrices of which column 3 takes no part: half the time it holds anything but 0, 0, 0, 1.
inline void fill_matrices(Array& array, size_t count, Values values, int factors, Random& r) {
  array.resize(count * sizeof(ulna_mat44));
  const bool affine = r.one_in(2);
  const size_t special = special_one_in(r);
  for (ulna_mat44& m : array.as<ulna_mat44>()) {
    m = random_matrix(values, factors, special, r);
    for (size_t row = 0; row < 4 && !affine; ++row)
      m.m[4 * row + 3] = r.one_in(2) ? special_float(r) : float(r.scaled(-20, 100));
  }
}

/// Row 3 of some matrices becomes what would spoil a sum that it took part in.
inline void spoil_translations(Array& array, Random& r) {
  for (ulna_mat44& m : array.as<ulna_mat44>())
    if (r.one_in(3)) m.m[12 + r.below(3)] = special_float(r);
}

/// A vector of a mesh: a position within `reach`, or a normal within 1.
inline void fill_vector(float* v, Values values, int factors, double reach, Random& r) {
  for (int i = 0; i < 3; ++i)
    v[i] = is_real(values) ? static_cast<float>(r.uniform(-reach, reach))
                           : value_of(values, factors, r);
  if (r.one_in(16)) make_special_vector(v, r);
}

} // namespace ulna
