#include "operations/shared/neighbours.h"

#include "operations/shared/special_values.h"

namespace ulna {
namespace {

void move_word(uint32_t& word, Random& r) {
  auto x = std::bit_cast<float>(word);
  move_a_little(x, r);
  word = std::bit_cast<uint32_t>(x);
}

} // namespace

Part part_of(Array& array, size_t first, size_t count, size_t row, size_t step, bool floats) {
  const auto words = array.as<uint32_t>();
  Part part{.words = {}, .row = row, .floats = floats};
  for (size_t i = 0; i < count; ++i) part.words.push_back(&words[first + i * step]);
  return part;
}

void take_over(const Part& from, const Part& to, Common common, Random& r) {
  const size_t count = std::min(from.words.size(), to.words.size());
  if (count == 0) return;
  const size_t which = r.below(count);
  for (size_t i = 0; i < count; ++i) {
    const bool same_row = i / to.row == which / to.row;
    const bool same_column = i % to.row == which % to.row;
    const bool taken = common == Common::all_but_one      ? i != which
                       : common == Common::all_but_row    ? !same_row
                       : common == Common::all_but_column ? !same_column
                       : common == Common::one            ? i == which
                       : common == Common::row            ? same_row
                       : common == Common::column         ? same_column
                                                          : true;
    if (taken) *to.words[i] = *from.words[i];
  }
  if (common == Common::all_but_little && to.floats) move_word(*to.words[which], r);
}

void make_alike(const Parts& from, const Parts& to, Random& r) {
  const size_t count = std::min(from.size(), to.size());
  if (count == 0) return;
  const size_t which = r.below(count);
  const Common common = r.pick(kAllCommon);
  const bool whole = r.one_in(2); // the part, or some of it
  const bool others = r.one_in(2);
  for (size_t p = 0; p < count; ++p) {
    if (from[p].words.size() != to[p].words.size()) continue;
    if (p != which) {
      if (others || count == 1) take_over(from[p], to[p], Common::all, r);
    } else if (count == 1 || !whole) {
      take_over(from[p], to[p], common, r);
    } else if (!others) {
      take_over(from[p], to[p], Common::all, r);
    }
  }
}

void make_neighbours_alike(size_t count, size_t one_in,
                           const std::function<Parts(size_t)>& parts_of_element, Random& r) {
  constexpr size_t kMost = 256; // in one go: more take long to prepare
  const size_t first = count > kMost ? r.below(count - kMost) : 0;
  for (size_t i = first + 1; i < std::min(count, first + kMost); ++i) {
    if (!r.one_in(one_in)) continue;
    const Parts before = parts_of_element(i - 1);
    make_alike(before, parts_of_element(i), r);
  }
}

void make_neighbours_alike(Array& array, size_t words, size_t one_in, Random& r) {
  make_neighbours_alike(
      array.words() / words, one_in,
      [&](size_t i) { return Parts{part_of(array, i * words, words)}; }, r);
}

} // namespace ulna
