// Moves of matrices, of joints and bones alike: rotations, opposites, those that have shortcuts,
// and what is nearly singular.

#include "fuzz/mutate_moves.h"
#include "operations/shared/special_values.h"

#include <algorithm>
#include <cmath>

namespace ulna::mutation {
namespace {

/// Three or four rows of four floats, aligned for vectors.
bool is_matrices(const ArraySpec& spec) {
  const std::string_view layout = spec.layout;
  return spec.alignment == 16 && (layout.size() == 12 || layout.size() == 16) && !spec.output;
}

bool has_matrices(const Operation& op) {
  return std::any_of(op.arrays.begin(), op.arrays.end(), is_matrices);
}

struct Matrices {
  std::span<float> floats;
  size_t words = 0; ///< of each

  size_t count() const { return words ? floats.size() / words : 0; }
  float* operator[](size_t i) const { return floats.data() + i * words; }
};

/// Those of an array that has some.
Matrices pick_matrices(Case& c, Random& r) {
  Matrices chosen;
  size_t seen = 0;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = c.operation->arrays[a];
    if (is_matrices(spec) && c.arrays[a].size() > 0 && r.one_in(++seen))
      chosen = {c.arrays[a].as<float>(), spec.words(c)};
  }
  return chosen;
}

float* pick_matrix(Case& c, Random& r) {
  const Matrices matrices = pick_matrices(c, r);
  return matrices.count() ? matrices[r.below(matrices.count())] : nullptr;
}

/// Turns the linear part by a small angle; a rotation stays one.
bool turn(Case& c, Random& r) {
  float* const m = pick_matrix(c, r);
  if (!m) return false;
  const double angle = r.scaled(-26, -3);
  const size_t a = r.below(3);
  const size_t b = (a + 1 + r.below(2)) % 3;
  for (size_t column = 0; column < 3; ++column) {
    const double x = m[4 * a + column];
    const double y = m[4 * b + column];
    m[4 * a + column] = static_cast<float>(std::cos(angle) * x - std::sin(angle) * y);
    m[4 * b + column] = static_cast<float>(std::sin(angle) * x + std::cos(angle) * y);
  }
  return true;
}

/// The sum of two matrices cancels, but for an ulp.
bool oppose(Case& c, Random& r) {
  const Matrices matrices = pick_matrices(c, r);
  if (!matrices.count()) return false;
  const float* const from = matrices[r.below(matrices.count())];
  float* const to = matrices[r.below(matrices.count())];
  const size_t rows = matrices.words / 4;
  const size_t columns = rows == 3 ? 4 : 3; // where there are four rows the last column is not used
  for (size_t i = 0; i < 4 * rows; ++i)
    if (i % 4 < columns) to[i] = -from[i];
  const size_t row = r.below(rows); // drawn in this order by every compiler
  float& x = to[4 * row + r.below(columns)];
  if (r.one_in(2)) x = std::nextafter(x, 0.0f);
  return true;
}

/// The identity, of all rows or the first three, or another that has shortcuts, or nearly has.
bool special(Case& c, Random& r) {
  const Matrices matrices = pick_matrices(c, r);
  if (!matrices.count()) return false;
  const std::span<float> m{matrices[r.below(matrices.count())], matrices.words};
  if (r.one_in(3)) {
    const size_t size = r.one_in(2) ? m.size() : 12;
    for (size_t i = 0; i < size; ++i) m[i] = i % 5 == 0 ? 1 : 0;
  } else {
    make_special(m, r.one_in(2) ? Special::local : Special::any, r);
  }
  return true;
}

/// One row is almost, or exactly, a multiple of another.
bool make_singular(Case& c, Random& r) {
  float* const m = pick_matrix(c, r);
  if (!m) return false;
  const size_t a = r.below(3);
  const size_t b = (a + 1 + r.below(2)) % 3;
  const int power = r.between(-2, 2);
  for (size_t column = 0; column < 3; ++column)
    m[4 * a + column] = std::ldexp(m[4 * b + column], power);
  if (r.one_in(4)) return true;
  float& x = m[4 * a + r.below(3)];
  x = static_cast<float>(x * (1 + r.scaled(-22, -2)));
  return true;
}

/// A row, or a column, by a power of two.
bool stretch(Case& c, Random& r) {
  float* const m = pick_matrix(c, r);
  if (!m) return false;
  const int power = r.one_in(4) ? r.between(-20, 20) : r.between(-2, 2);
  const size_t which = r.below(3);
  const bool row = r.one_in(2);
  for (size_t i = 0; i < 3; ++i) {
    float& x = row ? m[4 * which + i] : m[4 * i + which];
    x = std::ldexp(x, power);
  }
  return true;
}

constexpr Move kMoves[] = {
    {"turn a matrix", 60, turn, has_matrices},
    {"oppose matrices", 15, oppose, has_matrices},
    {"special matrix", 16, special, has_matrices},
    {"singular matrix", 8, make_singular, has_matrices},
    {"stretch a matrix", 15, stretch, has_matrices},
};

} // namespace

std::span<const Move> matrix_moves() {
  return kMoves;
}

} // namespace ulna::mutation
