// Moves of whole elements, of the numbers that refer to them, and of where arrays lie.

#include "fuzz/mutate.h"
#include "fuzz/mutate_moves.h"
#include "operations/shared/place.h"
#include "operations/shared/reduce.h"

#include <numeric>

namespace ulna::mutation {
namespace {

// --- New orders of elements --------------------------------------------------------------------

/// A new order of elements, from the numbers of the old ones. There is one at least.
using Order = void (*)(std::vector<size_t>&, Random&);

struct Run {
  size_t first, length;
};
/// Mostly short.
Run pick_run(size_t count, Random& r) {
  const size_t length = r.one_in(4) ? 1 + r.below(count) : 1 + r.below(std::min<size_t>(count, 3));
  return {r.below(count - length + 1), length};
}

std::vector<size_t>::iterator at(std::vector<size_t>& order, size_t i) {
  return order.begin() + static_cast<ptrdiff_t>(i);
}

void drop(std::vector<size_t>& order, Random& r) {
  const Run run = pick_run(order.size(), r);
  order.erase(at(order, run.first), at(order, run.first + run.length));
}

void duplicate(std::vector<size_t>& order, Random& r) {
  const Run run = pick_run(order.size(), r);
  const std::vector<size_t> copy(at(order, run.first), at(order, run.first + run.length));
  order.insert(at(order, r.below(order.size() + 1)), copy.begin(), copy.end());
}

void reverse(std::vector<size_t>& order, Random& r) {
  const Run run = pick_run(order.size(), r);
  std::reverse(at(order, run.first), at(order, run.first + run.length));
}

void swap(std::vector<size_t>& order, Random& r) {
  const size_t one = r.below(order.size());
  std::swap(order[one], order[r.below(order.size())]);
}

void rotate(std::vector<size_t>& order, Random& r) {
  std::rotate(order.begin(), at(order, r.below(order.size())), order.end());
}

/// One element in place of another.
void overwrite(std::vector<size_t>& order, Random& r) {
  order[r.below(order.size())] = order[r.below(order.size())];
}

void permute(std::vector<size_t>& order, Random& r) {
  r.shuffle(order);
}

std::vector<size_t> numbers(size_t count) {
  std::vector<size_t> all(count);
  std::iota(all.begin(), all.end(), size_t{0});
  return all;
}

/// Elements of the operation, with all that belongs to them.
template <Order NewOrder>
bool elements(Case& c, Random& r) {
  std::vector<size_t> order = numbers(c.operation->size(c));
  if (order.empty()) return false;
  NewOrder(order, r);
  if (order.size() > kMostInArray) return false;
  c = c.operation->keep(c, order);
  return true;
}

/// An array that holds something and is read; of the arrays of a case if there is none, the first.
size_t pick_array(const Case& c, Random& r) {
  size_t chosen = 0;
  size_t seen = 0;
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (may_change(c, a) && r.one_in(++seen)) chosen = a;
  return chosen;
}

/// Elements of one array, so that what refers to them means others; or of all arrays that have as
/// many, so that what belongs together stays together.
template <Order NewOrder>
bool entries(Case& c, Random& r) {
  const size_t picked = pick_array(c, r);
  const size_t count = count_of(c, picked);
  if (count == 0) return false;
  std::vector<size_t> order = numbers(count);
  NewOrder(order, r);
  if (order.size() > kMostInArray) return false;
  const bool together = r.one_in(2) || order.size() != count;
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (a == picked || (together && count_of(c, a) == count))
      c.arrays[a] = with_elements(c.arrays[a], order, c.operation->arrays[a].element_size(c));
  return true;
}

/// One to kFewElements elements of the case.
bool few(Case& c, Random& r) {
  const size_t count = c.operation->size(c);
  if (count < 2) return false;
  const size_t length = 1 + r.below(std::min(count - 1, kFewElements));
  std::vector<size_t> order(length);
  std::iota(order.begin(), order.end(), r.below(count - length + 1));
  c = c.operation->keep(c, order);
  return true;
}

bool reduce(Case& c, Random& r) {
  constexpr size_t kMostToReduce = 48; // each reduction lists what it keeps
  if (c.operation->size(c) > kMostToReduce) return false;
  const std::vector<Reduction> smaller = c.operation->reductions(c);
  if (smaller.empty()) return false;
  c = smaller[r.below(smaller.size())]();
  return true;
}

bool reroll(Case& c, Random& r) {
  return splice(c, small_case(*c.operation, r), r);
}

bool start_again(Case& c, Random& r) {
  c = small_case(*c.operation, r);
  return true;
}

// --- Numbers -----------------------------------------------------------------------------------

int32_t other_number(int32_t x, Random& r) {
  constexpr int32_t kEnds[] = {0, 1, -1, -2, INT32_MAX, INT32_MIN, 255, 256, 65535};
  switch (r.below(8)) {
  case 0:
    return r.pick(kEnds);
  case 1:
  case 2:
    return r.between(0, 63);
  default: // beyond the ends of the numbers too
    return static_cast<int32_t>(static_cast<uint32_t>(x) + (r.one_in(2) ? 1u : UINT32_MAX));
  }
}

bool number(Case& c, Random& r) {
  size_t array = 0;
  std::byte* word = pick_word(c, kNumbers, r, &array);
  if (!word) return false;
  int32_t x;
  std::memcpy(&x, word, sizeof x);
  const ArraySpec& spec = c.operation->arrays[array];
  if (r.one_in(4)) { // as another element has it
    const size_t element = spec.element_size(c);
    const auto offset = static_cast<size_t>(word - c.arrays[array].data()) % element;
    std::memcpy(&x, c.arrays[array].data() + r.below(count_of(c, array)) * element + offset,
                sizeof x);
  } else if (spec.has(c, "b") && spec.letter(c, 0) == 'f') {
    x ^= static_cast<int32_t>((1 + r.below(255)) << 8 * r.below(4)); // one of four bytes
  } else {
    x = other_number(x, r);
  }
  std::memcpy(word, &x, sizeof x);
  return true;
}

bool has_numbers(const Operation& op) {
  for (size_t a = 0; a < op.arrays.size(); ++a)
    if (is_read(op, a) && has_type(op.arrays[a], kNumbers)) return true;
  return false;
}

bool integer(Case& c, Random& r) {
  int32_t& x = c.integers[r.below(c.integers.size())];
  const uint32_t step = r.one_in(2) ? 4 : 1; // strides go in steps of four
  x = r.one_in(4)
          ? other_number(x, r)
          : static_cast<int32_t>(static_cast<uint32_t>(x) + (r.one_in(2) ? step : 0 - step));
  return true;
}

bool has_integers(const Operation& op) {
  return !op.integers.empty();
}

// --- Places ------------------------------------------------------------------------------------

bool other_place(Case& c, Random& r) {
  const bool flush = c.flush;
  place(c, r);
  c.flush = flush;
  return true;
}

bool other_flush(Case& c, Random&) {
  c.flush = !c.flush;
  return true;
}

bool other_leftovers(Case& c, Random& r) {
  c.leftovers = next(c.leftovers, static_cast<unsigned>(1 + r.below(kNumLeftovers - 1)));
  return true;
}

bool other_sharing(Case& c, Random&) {
  c.same_array = !c.same_array;
  return true;
}

bool may_share(const Operation& op) {
  return op.same_array >= 0;
}

constexpr Move kMoves[] = {
    {"drop elements", 15, elements<drop>},
    {"duplicate elements", 10, elements<duplicate>},
    {"reverse elements", 4, elements<reverse>},
    {"swap elements", 6, elements<swap>},
    {"rotate elements", 3, elements<rotate>},
    {"permute elements", 3, elements<permute>},
    {"overwrite elements", 5, elements<overwrite>},
    {"drop entries", 6, entries<drop>},
    {"duplicate entries", 10, entries<duplicate>},
    {"reverse entries", 4, entries<reverse>},
    {"swap entries", 10, entries<swap>},
    {"rotate entries", 3, entries<rotate>},
    {"permute entries", 4, entries<permute>},
    {"overwrite entries", 10, entries<overwrite>},
    {"few elements", 6, few},
    {"reduce", 2, reduce, has_numbers},
    {"re-roll elements", 25, reroll},
    {"start again", 2, start_again},
    {"other number", 20, number, has_numbers},
    {"other integer", 8, integer, has_integers},
    {"other place", 8, other_place},
    {"other flush", 5, other_flush},
    {"other leftovers", 5, other_leftovers},
    {"other sharing", 2, other_sharing, may_share},
};

} // namespace

bool splice(Case& c, const Case& donor, Random& r) {
  const size_t picked = pick_array(donor, r);
  const size_t there = count_of(donor, picked);
  const size_t here = count_of(c, picked);
  if (there == 0) return false;
  const Run run = pick_run(there, r);
  const size_t to = r.below(here + 1);
  // Over what is there, or between.
  const size_t gone = r.one_in(3) ? 0 : std::min(run.length, here - to);
  if (here + run.length > kMostInArray) return false;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const size_t size = c.operation->arrays[a].element_size(c);
    if (size != c.operation->arrays[a].element_size(donor) || count_of(donor, a) != there ||
        count_of(c, a) != here)
      continue;
    const Array old = std::move(c.arrays[a]);
    Array& array = c.arrays[a];
    array = Array(old.size() + (run.length - gone) * size);
    const auto copy = [](std::byte* into, const std::byte* from, size_t bytes) {
      if (bytes > 0) std::memcpy(into, from, bytes);
    };
    copy(array.data(), old.data(), to * size);
    copy(array.data() + to * size, donor.arrays[a].data() + run.first * size, run.length * size);
    copy(array.data() + (to + run.length) * size, old.data() + (to + gone) * size,
         (here - to - gone) * size);
  }
  return true;
}

std::span<const Move> element_moves() {
  return kMoves;
}

} // namespace ulna::mutation
