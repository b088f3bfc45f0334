#include "certify/modes.h"

#include "cases/operation.h"

#include <algorithm>
#include <string_view>

namespace ulna {
namespace {

int64_t part_of_range(float real) {
  if (real == 0) return 0;
  if (real == 0.5f) return 1;
  if (real == 1) return 2;
  return real > 0 && real < 1 ? 3 : 4;
}

/// Of numbers, indices and weights of influences it counts how many there are; of matrices, which
/// may be there without being used, it does not.
bool counts(const ArraySpec& spec) {
  const std::string_view layout = spec.layout;
  return layout.size() <= 2 || layout.find_first_not_of('f') != layout.npos;
}

size_t length(const Case& c, size_t a) {
  return c.arrays[a].words() / c.operation->arrays[a].words(c);
}

int64_t length_class(const Case& c, size_t a) {
  constexpr size_t kMost = 9;
  return static_cast<int64_t>(std::min(length(c, a), counts(c.operation->arrays[a]) ? kMost : 1));
}

/// An element that has more of these is repeated a hundred thousand times by nobody.
bool has_many(const Case& one) {
  constexpr size_t kMany = 64;
  for (size_t a = 0; a < one.arrays.size(); ++a)
    if (counts(one.operation->arrays[a]) && length(one, a) > kMany) return true;
  return false;
}

std::vector<int64_t> mode_of(const Case& one) {
  std::vector<int64_t> mode(one.integers.begin(), one.integers.end());
  if (one.operation->real) mode.push_back(part_of_range(one.real));
  for (size_t a = 0; a < one.arrays.size(); ++a) mode.push_back(length_class(one, a));
  return mode;
}

} // namespace

Modes::Modes(uint64_t seed) : random_(seed, 0x6d6f6465) {}

void Modes::note(const Case& c) {
  const Operation& op = *c.operation;
  const size_t size = op.size(c);
  if (size == 0) return;
  constexpr size_t kMostElements = 3;
  std::vector<size_t> elements{random_.below(size)};
  Case few = op.keep(c, elements);
  if (!op.computes(few) || has_many(few)) return;
  const std::vector<int64_t> mode = mode_of(few);
  constexpr size_t kMostModes = 500; // strides make one of nearly each case
  if (modes_.size() >= kMostModes && !modes_.contains(mode)) return;
  Mode& known = modes_[mode];
  if (!random_.one_in(++known.met)) return; // any of them, as likely as any other
  while (!op.returns && elements.size() < std::min(size, kMostElements)) {
    const size_t other = random_.below(size);
    if (mode_of(op.keep(c, {&other, 1})) != mode) break;
    elements.push_back(other);
  }
  known.few = op.keep(c, elements);
}

std::vector<Case> Modes::most_frequent(size_t count) const {
  std::vector<const Mode*> all;
  for (const auto& [signature, mode] : modes_) all.push_back(&mode);
  std::ranges::stable_sort(all, std::ranges::greater{}, &Mode::met);
  std::vector<Case> cases;
  for (const Mode* mode : all)
    if (cases.size() < count) cases.push_back(mode->few);
  return cases;
}

} // namespace ulna
