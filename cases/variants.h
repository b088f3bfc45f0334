// Cases with nearly the same values as another one, to call before it at the same addresses.
#pragma once

#include "base/random.h"
#include "cases/case.h"

namespace ulna {

/// What is not as in the case. A port that remembers what it was given, by the address and a part
/// of the data, is only found out where that part is the same.
enum class Change {
  everything,
  one_array,
  inside, ///< all but the first and the last element of each array
  one_float,
  exchanged, ///< two floats or elements of one array have changed places: sums stay as they are
  flush      ///< whether the caller has set FTZ and DAZ
};
inline constexpr Change kAllChanges[] = {Change::everything, Change::one_array, Change::inside,
                                         Change::one_float,  Change::exchanged, Change::flush};

/// A case of the same shape in the same places. Where an array is owed the bits of another one, or
/// there is nothing to choose from, everything changes.
Case variant(const Case& c, Change change, Random& random);

/// Those that differ in one array each, whatever that array's values mean; those in which two
/// floats or elements of one array have changed places; those with other reals; and the next three
/// kinds.
std::vector<Case> variants_by_array(const Case& c, Random& random);

/// Valid ones in which an array holds other integers: of two the sum stays, or all stay but one.
std::vector<Case> with_other_integers(const Case& c, Random& random);

/// Those in which two arrays of one layout have exchanged what they hold.
std::vector<Case> with_exchanged_arrays(const Case& c);

/// Two elements have changed places with all that belongs to them; the case, where none can.
Case with_exchanged_elements(const Case& c, Random& random);

/// Half of all floats are denormals, or zeros.
Case with_denormals(Case c, Random& random);

/// One float of the case, in any array, has a special value.
Case with_special_float(Case c, Random& random);

/// Floats are -1, 0, 1/2, 1 or 2: sums of some of them are what sums of all often are.
Case with_simple_floats(Case c, Random& random);

/// Elements are what engines hold, in most arrays: identity matrices, with a translation or a scale
/// now and then, axes, rotations by nothing, 90 and 120 degrees, zeros; else simple floats.
Case with_usual_values(Case c, Random& random);

/// With other values of the operation's own float, if it has one.
std::vector<Case> with_other_reals(const Case& c);

/// The floats of one array come near the largest there is, those of the others are small, and equal
/// now and then: what is within the bounds as a product may overflow as a sum of factors.
Case with_large_factor(Case c, Random& random);

/// The floats of one array are denormals, or zeros.
Case with_tiny_factor(Case c, Random& random);

/// Each element comes four times, twice of them with another word in what every element has of its
/// own. Not where elements may depend on each other.
Case with_near_neighbours(const Case& c, Random& random);

/// Of what the elements have of their own, one float of three elements at most is a NaN or
/// infinite; of all, where a call returns something, one.
Case with_some_not_finite(Case c, Random& random);

} // namespace ulna
