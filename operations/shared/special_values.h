// The matrices, vectors and weights that kernels have shortcuts for, and those that are nearly so:
// what takes the one for the other is as wrong as a shortcut that does something else. They come
// one by one among ordinary ones.
#pragma once

#include "base/random.h"

#include <numbers>

namespace ulna {

/// x moved a little: by an ulp, or by a power of two from 2^-23 to 2^-8.
inline void move_a_little(float& x, Random& r) {
  const double side = r.sign();
  const int power = r.between(8, 23);
  if (x != 0 && r.one_in(2)) {
    x = std::nextafter(x, side < 0 ? -INFINITY : INFINITY);
  } else {
    x += static_cast<float>(std::ldexp(side, -power));
  }
}

/// The floats of an affine matrix. Three rows of four: column 3 is the translation, as of joints.
/// Four rows of four: row 3 is the translation, as of bones.
class AffineFloats {
public:
  explicit AffineFloats(std::span<float> floats) : floats_(floats) {}

  std::span<float> all() const { return floats_; }
  bool has_four_rows() const { return floats_.size() == 16; }
  float& linear(size_t row, size_t column) const { return floats_[4 * row + column]; }
  float& translation(size_t i) const { return floats_[has_four_rows() ? 12 + i : 4 * i + 3]; }

  void set_linear(double diagonal) const {
    for (size_t row = 0; row < 3; ++row)
      for (size_t c = 0; c < 3; ++c) linear(row, c) = row == c ? static_cast<float>(diagonal) : 0;
  }
  void set_translation(float x) const {
    for (size_t i = 0; i < 3; ++i) translation(i) = x;
  }

private:
  std::span<float> floats_;
};

/// What a bone may well be scaled by.
inline float special_scale(Random& r) {
  if (r.one_in(2)) return static_cast<float>(r.uniform(0.5, 2));
  return r.pick({0.25f, 0.5f, 2.0f, 4.0f});
}

// --- Linear parts ------------------------------------------------------------------------------

inline void keep_linear(const AffineFloats&, Random&) {}
inline void identity_linear(const AffineFloats& m, Random&) {
  m.set_linear(1);
}
inline void scaled_linear(const AffineFloats& m, Random& r) {
  m.set_linear(special_scale(r));
}
inline void scaled_axis_linear(const AffineFloats& m, Random& r) {
  m.set_linear(1);
  const size_t axis = r.below(3);
  m.linear(axis, axis) = special_scale(r);
}
inline void diagonal_linear(const AffineFloats& m, Random& r) {
  m.set_linear(1);
  for (size_t axis = 0; axis < 3; ++axis) m.linear(axis, axis) = special_scale(r);
}
/// Each axis stays or is turned round.
inline void mirrored_linear(const AffineFloats& m, Random& r) {
  m.set_linear(1);
  for (size_t axis = 0; axis < 3; ++axis) m.linear(axis, axis) = static_cast<float>(r.sign());
}
/// Axes become other axes, of either direction.
inline void permuted_linear(const AffineFloats& m, Random& r) {
  std::vector<size_t> order{0, 1, 2};
  r.shuffle(order);
  m.set_linear(0);
  for (size_t axis = 0; axis < 3; ++axis) m.linear(axis, order[axis]) = float(r.sign());
}
/// A rotation about an axis, by any angle or by next to none.
inline void turned_linear(const AffineFloats& m, Random& r) {
  const size_t a = r.below(3);
  const size_t b = (a + 1) % 3;
  const double angle =
      r.one_in(2) ? r.uniform(-std::numbers::pi, std::numbers::pi) : r.scaled(-20, -4);
  m.set_linear(1);
  m.linear(a, a) = m.linear(b, b) = static_cast<float>(std::cos(angle));
  m.linear(a, b) = static_cast<float>(std::sin(angle));
  m.linear(b, a) = -m.linear(a, b);
}
/// What a look at sums of elements takes for the identity: next to it, those that face each other
/// across the diagonal cancel, and those of one side, too.
inline void skew_linear(const AffineFloats& m, Random& r) {
  m.set_linear(1);
  const float x = r.between(-64, 64) * 0x1p-6f, y = r.between(-64, 64) * 0x1p-6f;
  m.linear(0, 1) = x;
  m.linear(0, 2) = y;
  m.linear(1, 2) = -x - y;
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < row; ++c) m.linear(row, c) = -m.linear(c, row);
}

/// Scales all of a rotation, or a row, or adds a little of a row to another: so much that a
/// tolerance of any size is met from below, where a port takes the matrix for a rotation.
inline void unscaled_linear(const AffineFloats& m, Random& r) {
  constexpr double kMost = 8, kLeast = 22; // bits
  const double side = r.sign();
  const double off = side * std::exp2(-r.uniform(kMost, kLeast));
  const size_t row = r.below(3);
  const auto kind = r.below(3);
  for (size_t i = 0; i < 3; ++i)
    for (size_t c = 0; c < 3; ++c) {
      float& x = m.linear(i, c);
      if (kind == 0 || (kind == 1 && i == row)) x = static_cast<float>((1 + off) * x);
      if (kind == 2 && i == row) x += static_cast<float>(off * m.linear((row + 1) % 3, c));
    }
}

inline void zero_linear(const AffineFloats& m, Random&) {
  m.set_linear(0);
}
/// Rows of zeros, the translation's among them.
inline void zero_rows(const AffineFloats& m, Random& r) {
  const size_t rows = m.all().size() / 4;
  for (size_t count = 1 + r.below(2); count > 0; --count) {
    const size_t row = r.below(rows);
    for (size_t c = 0; c < 4; ++c) m.all()[4 * row + c] = 0;
  }
}

/// Adds as much to one element as it takes from another, so that a sum of the two does not show it:
/// of a row, of a column, across the diagonal, or anywhere.
inline void move_two_apart(const AffineFloats& m, Random& r) {
  const size_t row = r.below(3), column = r.below(3);
  const size_t step = 1 + r.below(2);
  size_t other_row = row, other_column = column;
  switch (r.below(4)) {
  case 0:
    other_column = (column + step) % 3;
    break;
  case 1:
    other_row = (row + step) % 3;
    break;
  case 2:
    other_row = column;
    other_column = row;
    break;
  default:
    other_row = (row + step) % 3;
    other_column = (column + 1 + r.below(2)) % 3;
  }
  const double side = r.sign();
  const auto off = static_cast<float>(std::ldexp(side, -r.between(5, 12)));
  m.linear(row, column) += off;
  m.linear(other_row, other_column) -= off;
}

// --- Matrices ----------------------------------------------------------------------------------

/// Which matrices there may be.
enum class Special {
  any,   ///< all, those without an inverse and what is not quite affine too
  local, ///< affine ones that have an inverse
};

/// Makes a matrix of three or four rows special: its linear part, its translation or both.
inline void make_special(std::span<float> floats, Special which, Random& r) {
  using Linear = void (*)(const AffineFloats&, Random&);
  static constexpr Linear kLinears[] = {
      keep_linear,     keep_linear,     identity_linear, identity_linear, scaled_linear,
      diagonal_linear, mirrored_linear, permuted_linear, turned_linear,   scaled_axis_linear,
      skew_linear,     zero_linear,     zero_rows};
  constexpr size_t kWithoutInverse = 2; // the last ones
  const AffineFloats m(floats);
  if (m.has_four_rows())
    for (size_t row = 0; row < 4; ++row) floats[4 * row + 3] = row == 3 ? 1 : 0;
  switch (r.below(4)) {
  case 0:
  case 1:
    m.set_translation(0);
    break;
  case 2: { // along an axis
    const size_t axis = r.below(3);
    const float along = m.translation(axis);
    m.set_translation(0);
    m.translation(axis) = along;
    break;
  }
  default:
    break;
  }
  const bool local = which == Special::local;
  const Linear linear = kLinears[r.below(std::size(kLinears) - (local ? kWithoutInverse : 0))];
  linear(m, r);
  if (linear == zero_linear && m.has_four_rows() && r.one_in(2)) floats[15] = 0;
  if (r.one_in(6)) move_two_apart(m, r);
  if (r.one_in(3)) { // nearly so
    size_t i = r.below(floats.size());
    if (local && i % 4 == 3) i -= 1;
    move_a_little(floats[i], r);
  }
}

/// How many of an array's matrices are special: one in so many. Now and then it is half of them.
inline size_t special_one_in(Random& r) {
  return r.one_in(8) ? 2 : 16;
}

// --- Vectors -----------------------------------------------------------------------------------

/// Makes three floats an axis, zero, or what has zeros or equal components.
inline void make_special_vector(float* v, Random& r) {
  const size_t axis = r.below(3);
  const float before = v[axis];
  switch (r.below(6)) {
  case 0:
    v[0] = v[1] = v[2] = 0;
    break;
  case 1:
    v[axis] = 0;
    break;
  case 2: // along an axis
    v[0] = v[1] = v[2] = 0;
    v[axis] = before;
    break;
  case 3:
    v[0] = v[1] = v[2] = before;
    break;
  default:
    v[0] = v[1] = v[2] = 0;
    v[axis] = static_cast<float>(r.sign());
  }
  if (r.one_in(4)) move_a_little(v[r.below(3)], r);
}

/// Makes b equal or opposite to a, or orthogonal to it.
inline void relate_vectors(const float* a, float* b, Random& r) {
  const auto kind = r.below(3);
  if (kind == 2) {
    const size_t axis = r.below(3);
    const size_t next = (axis + 1) % 3;
    b[axis] = -a[next];
    b[next] = a[axis];
    b[(axis + 2) % 3] = 0;
  } else {
    for (size_t i = 0; i < 3; ++i) b[i] = kind == 0 ? a[i] : -a[i];
  }
  if (r.one_in(4)) move_a_little(b[r.below(3)], r);
}

// --- Weights -----------------------------------------------------------------------------------

/// Shares that come to one: all of it in one place, two halves, or the same for each.
class SpecialShares {
public:
  SpecialShares(size_t count, Random& r)
      : equal_(r.one_in(3)), first_(r.below(count)), second_(r.one_in(2) ? first_ : r.below(count)),
        share_(1 / double(count)) {}

  double operator[](size_t place) const {
    if (equal_) return share_;
    return (place == first_ ? 0.5 : 0) + (place == second_ ? 0.5 : 0);
  }

private:
  bool equal_;
  size_t first_, second_;
  double share_;
};

/// A weight that a shortcut may look at alone, whatever the others are.
inline float special_weight(Random& r) {
  return r.pick({0.0f, 0.5f, 1.0f, 1.0f});
}

} // namespace ulna
