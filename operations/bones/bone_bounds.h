// How far a combined matrix and its inverse may be off, whatever the order of the products and the
// method of the inversion. Derived in docs/bounds.md, "bone_offset_matrices".
#pragma once

#include "reference/bones.h"

namespace ulna::bones {

using Matrix = reference::Affine<double>;

/// What the bounds on a combined matrix are made of: sums and products over the local matrices from
/// a bone up to its root. ||A|| is a bound on the spectral norm of a linear part, |t| the length of
/// a translation.
struct Chain {
  double products = -1; ///< of matrices: one less than there are bones
  double norm = 1;      ///< the product of all ||A||
  double reach = 0;     ///< the sum of |t| times the ||A|| of all bones above
  /// The largest product of ||A|| over some bones from this one upwards, at least 1.
  double largest_norm = 1;
  /// The largest such product from any of the bones up to the root, at least 1.
  double largest_above = 1;
  double largest_reach = 0; ///< as `reach`, over some bones from this one upwards
  double peak = 0;          ///< bounds what occurs in any partial product
  Matrix absolute{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}; ///< |L_i| ... |L_root|; may be infinite
};

/// The chain of a bone below `parent`, or of a root below Chain().
Chain extend(const Chain& parent, const ulna_mat44& local);

/// Whether every order of the products stays finite.
bool in_domain(const Chain& chain);

struct CombinedBound {
  Matrix value;
  std::array<bool, 12> underflow; ///< makes up more than a thousandth
};
CombinedBound bound_of_combined(const Chain& chain, bool flush);

/// What is known of the inverse of a matrix that is only known within bounds.
struct InverseBound {
  bool judged = false;            ///< the bound holds
  bool far_from_singular = false; ///< nobody may take the matrix for singular
  Matrix value{};
};

/// `a` is the exact matrix, `x` its inverse, and what is inverted is off from `a` by at most `off`.
InverseBound bound_of_inverse(const Matrix& a, const Matrix& off, const Matrix& x, double det,
                              bool flush);

/// Whether nobody may take the local matrix alone for singular.
bool far_from_singular(const ulna_mat44& local);

/// Whether a port that tests |det| <= 16 u sum |terms of det| in float sees the zero determinant of
/// a local matrix: no overflow, and no underflow that counts.
bool shows_singular(const ulna_mat44& local, bool flush);

} // namespace ulna::bones
