// Singular linear parts of bones, and those that are just not singular. Rows that are drawn one by
// one hardly ever depend on each other, and what decides whether they do is then never asked.
#pragma once

#include "base/random.h"
#include "ulna/port.h"

#include <span>

namespace ulna::singular {

/// The linear part becomes the product of a 3x2 and a 2x3 matrix of small integers of any sizes, or
/// of a 3x1 and a 1x3, exactly; then `scale_exactly`.
void depend(ulna_mat44& m, Random& r);

/// As `depend`; but one element is then an ulp away.
void nearly_depend(ulna_mat44& m, Random& r);

/// Two or three rows or columns are equal, but for their signs and powers of two.
void twins(ulna_mat44& m, Random& r);

/// Multiplies rows and columns by powers of two and signs, each its own.
void scale_exactly(ulna_mat44& m, Random& r);

/// The determinant has six products. A pair of them is one of 15.
inline constexpr size_t kPairs = 15;

/// Exactly singular; but the pair of products cancels almost alone, and leaves a rounding error
/// that a test sees as a determinant unless the terms that it compares with include the pair.
void cancel_pair(ulna_mat44& m, size_t pair, Random& r);

/// Whether the determinant in float, which is zero but for its rounding, is more than 2^-20 of the
/// absolute terms without those of the pair.
bool needs_pair(const ulna_mat44& m, size_t pair);

/// The two products of a pair. Product p takes the element of row i from column kColumns[p][i].
std::pair<size_t, size_t> products_of(size_t pair);
inline constexpr size_t kColumns[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                          {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};

/// Exactly singular, and known for a determinant in float of more than 2^-23 of its absolute terms,
/// where it is added up in the order of the columns from the minors of row 0.
void round_most(ulna_mat44& m, Random& r);

/// Exactly singular, with rows nearly orthogonal to a column of the parent's linear part: their
/// product with it has lost that to rounding.
void blur_below(const ulna_mat44& parent, ulna_mat44& m, Random& r);

/// Exactly singular, in one of kCancelled ways, with rows nearly orthogonal to all columns of the
/// parent's linear part, which is made for it: their products cancel but for about 2^-bits, and
/// what is left of them has lost the singularity to rounding.
inline constexpr size_t kCancelled = 5;
void cancel_below(ulna_mat44& parent, ulna_mat44& m, size_t way, int bits, Random& r);

/// Exactly singular, with a row of a few denormals above large ones.
void denormal_row(ulna_mat44& m, Random& r);

/// So little away from a matrix of rank one or two that nobody may yet take it for singular.
void barely_independent(ulna_mat44& m, Random& r);

/// Independent rows of integers from -3 to 3, of which minors cancel, all times one float.
void small_integers(ulna_mat44& m, Random& r);

} // namespace ulna::singular
