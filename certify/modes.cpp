#include "certify/modes.h"

#include "certify/operation.h"

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

/// Matrices that nobody uses are no mode; numbers, indices and weights of influences are.
int64_t length_class(const Array& array, const ArraySpec& spec, const Case& c) {
  constexpr size_t kMost = 9;
  const std::string_view layout = spec.layout;
  const bool counts = layout.size() <= 2 || layout.find_first_not_of('f') != layout.npos;
  return static_cast<int64_t>(std::min(array.words() / spec.words(c), counts ? kMost : 1));
}

std::vector<int64_t> mode_of(const Case& one) {
  std::vector<int64_t> mode(one.integers.begin(), one.integers.end());
  if (one.operation->real) mode.push_back(part_of_range(one.real));
  for (size_t a = 0; a < one.arrays.size(); ++a)
    mode.push_back(length_class(one.arrays[a], one.operation->arrays[a], one));
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
  if (!op.computes(few)) return;
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
