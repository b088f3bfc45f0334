// Moves of weights, of what they are compared with, and of the lists and tables that go with them.

#include "fuzz/mutate_moves.h"

#include <algorithm>
#include <cmath>

namespace ulna::mutation {
namespace {

bool has_weights(const Operation& op) {
  return op.weights.has_value();
}
bool has_threshold(const Operation& op) {
  return op.weights && op.real;
}

/// All weights of a case, one after the other.
class List {
public:
  explicit List(Case& c) : weights_(*c.operation->weights) {
    const ArraySpec& spec = c.operation->arrays[weights_.array];
    words_ = spec.words(c);
    floats_ = c.arrays[weights_.array].as<float>();
  }

  size_t size() const { return floats_.size() / words_ * weights_.count; }
  float& operator[](size_t i) const {
    return floats_[i / weights_.count * words_ + weights_.column + i % weights_.count];
  }
  float& pick(Random& r) const { return (*this)[r.below(size())]; }

private:
  WeightColumns weights_;
  size_t words_ = 0;
  std::span<float> floats_;
};

/// A weight that something is compared with, or that ties with another.
bool snap_weight(Case& c, Random& r) {
  const List weights(c);
  if (weights.size() == 0) return false;
  float& w = weights.pick(r);
  switch (r.below(6)) {
  case 0:
    w = 0;
    break;
  case 1:
    w = 1;
    break;
  case 2:
    w = 1 - weights.pick(r);
    break;
  case 3:
    w = c.operation->real ? c.real : 0.5f;
    break;
  default:
    w = weights.pick(r);
    break;
  }
  if (r.one_in(4)) w = std::nextafter(w, r.one_in(2) ? INFINITY : -INFINITY);
  return true;
}

/// Some weights side by side come to one.
bool share_out(Case& c, Random& r) {
  const List weights(c);
  if (weights.size() == 0) return false;
  const size_t count = 1 + r.below(std::min<size_t>(weights.size(), 4));
  const size_t first = r.below(weights.size() - count + 1);
  double sum = 0;
  double shares[4];
  const bool equal = r.one_in(3);
  for (size_t i = 0; i < count; ++i) sum += shares[i] = equal ? 1 : r.unit() + 1e-9;
  for (size_t i = 0; i < count; ++i) weights[first + i] = static_cast<float>(shares[i] / sum);
  return true;
}

/// The least weight that counts becomes one that there is, or close to one.
bool snap_threshold(Case& c, Random& r) {
  const List weights(c);
  if (weights.size() == 0) return false;
  c.real = weights.pick(r);
  if (r.one_in(3)) c.real = std::nextafter(c.real, r.one_in(2) ? INFINITY : -INFINITY);
  return true;
}

bool has_optional(const Operation& op) {
  return op.may_be_absent.has_value();
}

/// An array that may be absent comes as a copy of another, and goes.
bool toggle_optional(Case& c, Random&) {
  const OptionalArray optional = *c.operation->may_be_absent;
  Array& array = c.arrays[optional.array];
  if (array.size() > 0) {
    array.resize(0);
  } else {
    array = c.arrays[optional.like];
  }
  return true;
}

constexpr Move kMoves[] = {
    {"snap a weight", 40, snap_weight, has_weights},
    {"share out weights", 40, share_out, has_weights},
    {"snap the threshold", 15, snap_threshold, has_threshold},
    {"toggle an optional array", 5, toggle_optional, has_optional},
};

} // namespace

std::span<const Move> weight_moves() {
  return kMoves;
}

} // namespace ulna::mutation
