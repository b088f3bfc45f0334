// Elements next to each other that have a part in common. What a port keeps of one element for the
// next it may tell from a part of it, and ordinary neighbours differ in every part.
#pragma once

#include "base/random.h"
#include "cases/case.h"

#include <functional>
#include <vector>

namespace ulna {

/// Some words of an element that belong together, and how many of them make a row.
struct Part {
  std::vector<uint32_t*> words;
  size_t row = 4;
  bool floats = true;
};
using Parts = std::vector<Part>;

/// So many words of an array from `first` on, `step` apart.
Part part_of(Array& array, size_t first, size_t count, size_t row = 4, size_t step = 1,
             bool floats = true);

/// What a part has in common with its neighbour's.
enum class Common {
  all,
  all_but_one,    ///< word
  all_but_little, ///< one float is moved by an ulp or by a power of two from 2^-23 to 2^-8
  all_but_row,
  all_but_column,
  one, ///< word
  row,
  column
};
constexpr Common kAllCommon[] = {
    Common::all,         Common::all_but_one,    Common::all_but_little,
    Common::all_but_row, Common::all_but_column, Common::one,
    Common::row,         Common::column};

void take_over(const Part& from, const Part& to, Common common, Random& r);

/// `to` gets what `from` has, but for a part or some of it; or it gets a part or some of that only.
void make_alike(const Parts& from, const Parts& to, Random& r);

/// One in so many of `count` elements, or of a few hundred of them, becomes like the one before it.
/// Parts of another number of words than the neighbour's stay.
void make_neighbours_alike(size_t count, size_t one_in,
                           const std::function<Parts(size_t)>& parts_of_element, Random& r);

/// The same for an array of which every element is `words` floats in rows of four.
void make_neighbours_alike(Array& array, size_t words, size_t one_in, Random& r);

/// How many neighbours are alike, where they are at all: all, or one in a few.
inline size_t alike_one_in(Random& r) {
  return r.one_in(2) ? 1 : 2 + r.below(3);
}

} // namespace ulna
