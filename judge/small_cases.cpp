#include "judge/small_cases.h"

#include "calls/layout.h"
#include "cases/operation.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

namespace ulna {

SmallCases::SmallCases(uint64_t seed) : random_(seed, 0x736d616c6c) {}

void SmallCases::note(const SharedCase& c, bool is_edge) {
  constexpr size_t kMost = 128;
  const Operation& op = *c->operation;
  if (!is_small(*c) || op.size(*c) == 0 || !op.computes(*c)) return;
  Kept& kept = is_edge ? edges_ : others_;
  ++kept.met;
  if (kept.cases.size() < kMost) return kept.cases.push_back(c);
  const size_t at = random_.below(kept.met);
  if (at < kMost) kept.cases[at] = c;
}

const Case& SmallCases::some(Random& random) const {
  const bool is_edge = others_.cases.empty() || (!edges_.cases.empty() && random.one_in(2));
  const std::vector<SharedCase>& cases = is_edge ? edges_.cases : others_.cases;
  return *cases[random.below(cases.size())];
}

Case repeated(const Case& few, size_t count) {
  std::vector<size_t> elements(count);
  for (size_t i = 0; i < count; ++i) elements[i] = i % few.operation->size(few);
  return few.operation->keep(few, elements);
}

Case neighbours_in(const Case& c, Random& random) {
  constexpr size_t kMost = 12;
  const Operation& op = *c.operation;
  size_t count = std::min<size_t>(op.size(c), 1 + random.below(kMost));
  std::vector<size_t> elements(count);
  std::iota(elements.begin(), elements.end(), random.below(op.size(c) - count + 1));
  const Case some = op.keep(c, elements);
  for (size_t i = 0; i + 1 < count; ++i) {
    const std::array<size_t, 2> pair{i, i + 1}, reversed{i + 1, i};
    if (same_input(op.keep(some, pair), op.keep(some, reversed))) count = i + 1;
  }
  std::iota(elements.begin(), elements.end(), size_t{0});
  return op.keep(some, std::span(elements).first(count));
}

} // namespace ulna
