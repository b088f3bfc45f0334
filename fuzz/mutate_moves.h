// The kinds of change that the mutator makes, in one table.
#pragma once

#include "base/random.h"
#include "cases/move.h"
#include "cases/operation.h"

#include <vector>

namespace ulna::mutation {

/// How many elements an array grows to.
inline constexpr size_t kMostInArray = 256;

/// The moves of each subject: mutate_SUBJECT.cpp. Those of single operations are their own
/// (Operation::moves).
std::span<const Move> float_moves();   ///< single floats, arrays of floats
std::span<const Move> element_moves(); ///< elements, numbers, places
std::span<const Move> matrix_moves();  ///< rotations, opposites, singular ones
std::span<const Move> weight_moves();  ///< weights, thresholds, optional arrays

/// All that apply to an operation.
std::vector<const Move*> moves_of(const Operation& op);

/// An edge case of the generator that is small, with values that it has not given before.
Case small_case(const Operation& op, Random& r);

/// Puts a run of elements of a donor over or between those of the case, in all arrays that have as
/// many elements as one that is picked. Both are valid cases of one operation.
bool splice(Case& c, const Case& donor, Random& r);

// --- What moves are made of --------------------------------------------------------------------

inline size_t count_of(const Case& c, size_t array) {
  return c.arrays[array].size() / c.operation->arrays[array].element_size(c);
}

/// Whether the call depends on what the array holds. An output array that may be the same as an
/// input is one itself.
inline bool is_read(const Operation& op, size_t array) {
  return !op.arrays[array].output || (op.same_array >= 0 && int(array) == op.output);
}

/// Whether the array is one to change: read, not empty, and no other name of another.
inline bool may_change(const Case& c, size_t array) {
  return is_read(*c.operation, array) && c.arrays[array].size() > 0 &&
         !(c.same_array && int(array) == c.operation->same_array);
}

/// Whether elements may have words of one of these types.
inline bool has_type(const ArraySpec& spec, std::string_view types) {
  return spec.layout.find_first_of(types) != std::string_view::npos ||
         (spec.letter_of && types.find('b') != types.npos);
}

/// The types of words that are whole numbers.
inline constexpr std::string_view kNumbers = "isbhq";

/// A random word of one of these types in an array that may be changed; null if there is none.
std::byte* pick_word(Case& c, std::string_view types, Random& r, size_t* array = nullptr);

/// A random float, of an array or the float argument; null if there is none.
float* pick_float(Case& c, Random& r);

/// Makes a random float one that few domains hold.
bool set_special(Case& c, Random& r);

} // namespace ulna::mutation
