// Cases with nearly the same values as another one, to call before it at the same addresses.
#pragma once

#include "certify/case.h"
#include "certify/generate/random.h"

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

/// Those that differ in one array each, whatever that array's values mean; and those in which two
/// floats or elements of one array have changed places.
std::vector<Case> variants_by_array(const Case& c, Random& random);

/// Half of all floats are denormals, or zeros.
Case with_denormals(Case c, Random& random);

/// One float of the case, in any array, has a special value.
Case with_special_float(Case c, Random& random);

} // namespace ulna
