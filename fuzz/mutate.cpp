#include "fuzz/mutate.h"

#include "cases/mend.h"
#include "fuzz/bytes.h"
#include "fuzz/mutate_moves.h"

#include <map>
#include <numeric>

namespace ulna {
namespace mutation {
namespace {

/// The moves of an operation, each drawn as often as its share says.
class Lottery {
public:
  explicit Lottery(const Operation& op) : moves_(moves_of(op)) {
    for (const Move* move : moves_) up_to_.push_back(sum_ += move->share);
  }

  const Move& draw(Random& r) const {
    const auto drawn = std::upper_bound(up_to_.begin(), up_to_.end(), r.below(sum_));
    return *moves_[size_t(drawn - up_to_.begin())];
  }

private:
  std::vector<const Move*> moves_;
  std::vector<size_t> up_to_;
  size_t sum_ = 0;
};

/// The numbers of the edge cases that are small.
class SmallCases {
public:
  explicit SmallCases(const Operation& op) {
    for (uint64_t i = 0; i < op.num_edge_cases; ++i)
      if (is_small(op.generate(0, i))) numbers_.push_back(i);
  }

  uint64_t pick(Random& r) const { return numbers_[r.below(numbers_.size())]; }

private:
  static bool is_small(const Case& c) {
    if (c.operation->size(c) > kMostElements) return false;
    for (size_t a = 0; a < c.arrays.size(); ++a)
      if (count_of(c, a) > kMostInArray) return false;
    return true;
  }

  std::vector<uint64_t> numbers_;
};

/// The T of an operation, made when it is first asked for.
template <class T>
const T& of(const Operation& op) {
  thread_local std::map<const Operation*, T> known;
  return known.try_emplace(&op, op).first->second;
}

/// Nothing that makes calls slow, or a case too large for bytes.
void trim(Case& c, size_t most, Random& r) {
  const size_t size = c.operation->size(c);
  if (size > most) {
    std::vector<size_t> kept(most);
    std::iota(kept.begin(), kept.end(), r.below(size - most + 1));
    c = c.operation->keep(c, kept);
  }
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (is_read(*c.operation, a) && count_of(c, a) > kMostInArray)
      c.arrays[a].resize(kMostInArray * c.operation->arrays[a].element_size(c));
  for (int32_t& x : c.integers) x %= int32_t{kSmallCounts};
  make_valid(c);
}

/// `before`: how many elements there were. More of them show larger errors by mere number, at the
/// price of speed, so a case seldom grows beyond a few.
void settle(Case& c, size_t before, Random& r) {
  constexpr size_t kGrowsOneIn = 32;
  const size_t most = r.one_in(kGrowsOneIn) ? kMostElements : std::max(before, kFewElements);
  trim(c, std::min(most, kMostElements), r);
  if (r.unit() < kStaysInDomain) {
    enter_domain(c);
  } else if (r.one_in(2)) { // most moves do not lead out
    set_special(c, r);
    make_valid(c);
  }
}

void move_once(Case& c, Random& r) {
  constexpr int kTries = 8; // some find nothing to change
  for (int i = 0; i < kTries; ++i)
    if (of<Lottery>(*c.operation).draw(r).apply(c, r)) break;
  make_valid(c);
}

} // namespace

std::vector<const Move*> moves_of(const Operation& op) {
  std::vector<const Move*> all;
  for (const auto moves :
       {float_moves(), element_moves(), op.moves, matrix_moves(), weight_moves()})
    for (const Move& move : moves)
      if (!move.applies || move.applies(op)) all.push_back(&move);
  return all;
}

Case small_case(const Operation& op, Random& r) {
  const uint64_t number = of<SmallCases>(op).pick(r);
  Case c = op.generate(r.next(), number);
  trim(c, r.one_in(2) ? kFewElements : kMostElements, r);
  return c;
}

} // namespace mutation

void mutate(Case& c, Random& r) {
  const size_t before = c.operation->size(c);
  const int moves = r.one_in(4) ? r.between(2, 5) : 1;
  for (int i = 0; i < moves; ++i) mutation::move_once(c, r);
  mutation::settle(c, before, r);
  c.note = "mutated";
}

Case cross(const Case& a, const Case& b, Random& r) {
  Case c = a;
  if (a.operation != b.operation) return c;
  for (int n = r.between(1, 3); n > 0; --n) {
    mutation::splice(c, b, r);
    make_valid(c);
  }
  if (r.one_in(4)) c.real = b.real;
  if (r.one_in(4)) c.places = b.places;
  if (r.one_in(4)) c.flush = b.flush;
  if (r.one_in(4)) c.leftovers = b.leftovers;
  if (!c.integers.empty() && r.one_in(8)) {
    const size_t i = r.below(c.integers.size());
    c.integers[i] = b.integers[i];
    make_valid(c);
  }
  mutation::settle(c, a.operation->size(a), r);
  c.note = "crossed";
  return c;
}

} // namespace ulna
