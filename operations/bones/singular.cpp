#include "operations/bones/singular.h"

#include "operations/bones/bone_bounds.h"

#include <array>

namespace ulna::singular {
namespace {

/// Integers below 2^24, which floats are exactly.
using Integers = std::array<std::array<int64_t, 3>, 3>;

float& element(ulna_mat44& m, size_t row, size_t c) {
  return m.m[4 * row + c];
}

void put(ulna_mat44& m, const Integers& a) {
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < 3; ++c) element(m, row, c) = static_cast<float>(a[row][c]);
}

double largest_of(const ulna_mat44& m) {
  float largest = 0;
  for (size_t i = 0; i < 9; ++i) largest = std::max(largest, std::fabs(m.m[4 * (i / 3) + i % 3]));
  return largest;
}

/// Of exactly so many bits, or of up to so many, and of either sign.
int64_t of_bits(int bits, Random& r) {
  const auto sign = static_cast<int64_t>(r.sign());
  return sign * static_cast<int64_t>((size_t{1} << (bits - 1)) + r.below(size_t{1} << (bits - 1)));
}
int64_t up_to_bits(int bits, Random& r) {
  const int n = r.between(0, bits);
  return n == 0 ? 0 : of_bits(n, r);
}

Integers product(const std::array<std::array<int64_t, 2>, 3>& u,
                 const std::array<std::array<int64_t, 3>, 2>& v) {
  Integers a;
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < 3; ++c) a[row][c] = u[row][0] * v[0][c] + u[row][1] * v[1][c];
  return a;
}

constexpr int kBits = 11; ///< of the factors: a sum of two products is a float

/// Of rank two, as a rule.
Integers dependent(Random& r) {
  std::array<std::array<int64_t, 2>, 3> u;
  std::array<std::array<int64_t, 3>, 2> v;
  // Combinations with small factors as well as any.
  const int bits = r.one_in(2) ? 2 : kBits;
  for (auto& row : u)
    for (int64_t& x : row) x = up_to_bits(bits, r);
  for (auto& row : v)
    for (int64_t& x : row) x = r.one_in(4) ? up_to_bits(kBits, r) : of_bits(kBits, r);
  return product(u, v);
}

Integers of_rank_one(Random& r) {
  int64_t row[3], column[3];
  for (int64_t* v : {row, column})
    for (size_t k = 0; k < 3; ++k) v[k] = r.one_in(3) ? up_to_bits(kBits, r) : of_bits(kBits, r);
  Integers a;
  for (size_t i = 0; i < 9; ++i) a[i / 3][i % 3] = column[i / 3] * row[i % 3];
  return a;
}

/// a0 (b1 c2 - b2 c1) with b and c nearly parallel in these columns, and nothing else of any size.
Integers within_a_minor(Random& r) {
  const auto large = [&] { return of_bits(r.between(kBits - 2, kBits), r); };
  const auto small = [&] { return up_to_bits(3, r); };
  std::array<std::array<int64_t, 2>, 3> u;
  std::array<std::array<int64_t, 3>, 2> v;
  for (size_t k = 0; k < 3; ++k) {
    u[k][0] = k == 0 ? small() : large();
    u[k][1] = k == 0 ? large() : small();
    v[0][k] = k == 0 ? small() : large();
    v[1][k] = k == 0 ? large() : small();
  }
  return product(u, v);
}

/// a0 b1 c2 + a1 b2 c0, and nothing else of any size.
Integers across_minors(Random& r) {
  const int64_t p = of_bits(kBits, r), q = of_bits(kBits, r);
  const int64_t s = of_bits(kBits, r), t = of_bits(kBits, r);
  const int64_t after = up_to_bits(2, r), before = up_to_bits(2, r);
  return product({{{1, 0}, {0, 1}, {-s, q}}}, {{{p, q, after}, {before, s, t}}});
}

std::array<double, 6> products(const ulna_mat44& m) {
  std::array<double, 6> all;
  for (size_t p = 0; p < 6; ++p) {
    all[p] = 1;
    for (size_t row = 0; row < 3; ++row) all[p] *= m.m[4 * row + kColumns[p][row]];
  }
  return all;
}

float determinant_in_float(const ulna_mat44& m) {
  float sum = 0;
  for (size_t c = 0; c < 3; ++c) {
    const size_t j = (c + 1) % 3, k = (c + 2) % 3;
    sum += m.m[c] * (m.m[4 + j] * m.m[8 + k] - m.m[4 + k] * m.m[8 + j]);
  }
  return sum;
}

/// What the pair makes up of the absolute terms of the determinant, and what the others come to.
struct Terms {
  double pair = 0, others = 0;
};
Terms terms_of(const ulna_mat44& m, size_t pair) {
  const auto [first, second] = products_of(pair);
  const std::array<double, 6> all = products(m);
  Terms terms;
  for (size_t p = 0; p < 6; ++p)
    (p == first || p == second ? terms.pair : terms.others) += std::fabs(all[p]);
  return terms;
}

std::array<size_t, 3> any_order(Random& r) {
  std::vector<size_t> order{0, 1, 2};
  r.shuffle(order);
  return {order[0], order[1], order[2]};
}

void permute(ulna_mat44& m, const std::array<size_t, 3>& rows,
             const std::array<size_t, 3>& columns) {
  const ulna_mat44 before = m;
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < 3; ++c) element(m, row, c) = before.m[4 * rows[row] + columns[c]];
}

void transpose(ulna_mat44& m) {
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < row; ++c) std::swap(element(m, row, c), element(m, c, row));
}

void multiply_all(ulna_mat44& m, float by) {
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < 3; ++c) element(m, row, c) *= by;
}

} // namespace

void scale_exactly(ulna_mat44& m, Random& r) {
  // Integers of up to 23 bits come to the size of a bone first; then its size may be any that
  // neither overflow nor underflow blurs in a product of three.
  const int spread = r.pick({0, 0, 4, 10});
  const int all = spread < 10 && r.one_in(3) ? r.between(-26, 26) : 0;
  const double largest = largest_of(m);
  const int to_one = largest > 0 ? -std::ilogb(largest) : 0;
  for (size_t row = 0; row < 3; ++row) {
    const int exponent = to_one + all + r.between(-spread, spread);
    const auto by = static_cast<float>(std::ldexp(r.sign(), exponent));
    for (size_t c = 0; c < 3; ++c) element(m, row, c) *= by;
  }
  for (size_t c = 0; c < 3; ++c) {
    const int exponent = r.between(-spread, spread);
    const auto by = static_cast<float>(std::ldexp(r.sign(), exponent));
    for (size_t row = 0; row < 3; ++row) element(m, row, c) *= by;
  }
}

void depend(ulna_mat44& m, Random& r) {
  put(m, dependent(r));
  scale_exactly(m, r);
  if (r.one_in(2)) transpose(m);
}

void nearly_depend(ulna_mat44& m, Random& r) {
  depend(m, r);
  const double side = r.sign();
  const size_t row = r.below(3);
  float& x = element(m, row, r.below(3));
  x = std::nextafter(x, side < 0 ? -INFINITY : INFINITY);
}

void twins(ulna_mat44& m, Random& r) {
  const std::array<size_t, 3> rows = any_order(r);
  for (size_t count = 1 + r.below(2); count > 0; --count)
    for (size_t c = 0; c < 3; ++c) element(m, rows[count], c) = element(m, rows[0], c);
  if (r.one_in(2)) transpose(m);
  scale_exactly(m, r);
}

std::pair<size_t, size_t> products_of(size_t pair) {
  size_t first = 0;
  while (pair >= 5 - first) pair -= 5 - first++;
  return {first, first + 1 + pair};
}

bool needs_pair(const ulna_mat44& m, size_t pair) {
  return std::fabs(determinant_in_float(m)) > 0x1p-20 * terms_of(m, pair).others;
}

void cancel_pair(ulna_mat44& m, size_t pair, Random& r) {
  const auto [first, second] = products_of(pair);
  // Three of the products have the one sign and three the other. A pair of both has an element in
  // common and lies within a minor; one of the same sign does not.
  const bool across = (first < 3) == (second < 3);
  do {
    put(m, across ? across_minors(r) : within_a_minor(r));
    scale_exactly(m, r);
    do {
      const std::array<size_t, 3> rows = any_order(r);
      permute(m, rows, any_order(r));
    } while (terms_of(m, pair).pair < 8 * terms_of(m, pair).others);
  } while (!needs_pair(m, pair)); // where both are rounded alike
}

void round_most(ulna_mat44& m, Random& r) {
  // Found among millions that cancel_pair made.
  static constexpr float kFound[][9] = {
      {0x1.0417p+9f, -0x1.348p+1f, 0x1.10ccp+8f, 0x1.abp-1f, 0x1.b19f4p+9f, -0x1.39cp+2f,
       0x1.2fa68p+9f, -0x1.f08p+1f, 0x1.3e7ep+8f},
      {-0x1.9fp-12f, -0x1.e316p+7f, 0x1.04636p+2f, 0x1.2ep-16f, -0x1.4b33p+5f, 0x1.65058p-1f,
       -0x1.b20fp-6f, 0x1.0ccp+0f, -0x1.c2p-8f},
      {0x1.cecp-11f, 0x1.c32fp-5f, 0x1.08888p-5f, 0x1.04p-10f, 0x1.57a5p-1f, 0x1.92fe4p-2f,
       0x1.a9b7cp+1f, 0x1.f08p-8f, -0x1.572p-8f},
      {0x1.dc11p+6f, -0x1.5dp-4f, -0x1.2686p+7f, 0x1.3398p-1f, 0x1.ed814p+3f, -0x1.0c08p+1f,
       0x1.0fd24p+8f, -0x1.0c8p-2f, -0x1.5053p+8f}};
  const auto& found = r.pick(kFound);
  for (size_t i = 0; i < 9; ++i) element(m, i / 3, i % 3) = found[i];
  scale_exactly(m, r);
}

void blur_below(const ulna_mat44& parent, ulna_mat44& m, Random& r) {
  // Two vectors orthogonal to a column of the parent, and to each other; in eleven bits.
  const size_t column = r.below(3);
  double n[3];
  for (size_t row = 0; row < 3; ++row) n[row] = parent.m[4 * row + column];
  double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  double a[3] = {r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1)};
  double along = 0;
  for (size_t k = 0; k < 3; ++k) along += a[k] * n[k] / length;
  for (size_t k = 0; k < 3; ++k) a[k] -= along * n[k] / length;
  const double b[3] = {n[1] * a[2] - n[2] * a[1], n[2] * a[0] - n[0] * a[2],
                       n[0] * a[1] - n[1] * a[0]};
  std::array<std::array<int64_t, 3>, 2> v;
  for (size_t i = 0; i < 2; ++i) {
    const double* const from = i == 0 ? a : b;
    const double size = std::max({std::fabs(from[0]), std::fabs(from[1]), std::fabs(from[2])});
    for (size_t k = 0; k < 3; ++k)
      v[i][k] = static_cast<int64_t>(std::lrint(from[k] / size * ((1 << kBits) - 1)));
  }
  std::array<std::array<int64_t, 2>, 3> u;
  for (auto& row : u)
    for (int64_t& x : row) x = of_bits(kBits, r);
  put(m, product(u, v));
  multiply_all(m, 0x1p-22f);
}

void cancel_below(ulna_mat44& parent, ulna_mat44& m, size_t way, int bits, Random& r) {
  using Vector = std::array<double, 3>;
  const double little = std::ldexp(1, -bits);
  const auto nearly = [&](double x) { return x * (1 + little * r.uniform(-1, 1)); };
  const auto any = [&](double a, double b) {
    const double side = r.sign();
    return side * r.uniform(a, b);
  };
  // Eleven bits, so that sums of two, and products with another such, are floats.
  const auto rounded = [](double x) { return std::nearbyint(x * 0x1p9) * 0x1p-9; };

  Vector w, v; // the columns are nearly w, and rows that w is orthogonal to cancel
  for (double& x : w) x = any(0.5, 1);
  for (double& x : v) x = any(0.25, 1);
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < 3; ++c)
      element(parent, row, c) = static_cast<float>(nearly(w[row] * v[c]));

  const auto across = [&] { // orthogonal to w
    const Vector a{any(0.25, 1), any(0.25, 1), any(0.25, 1)};
    return Vector{rounded(w[1] * a[2] - w[2] * a[1]), rounded(w[2] * a[0] - w[0] * a[2]),
                  rounded(w[0] * a[1] - w[1] * a[0])};
  };
  const Vector x{rounded(1 / w[0]), rounded(1 / w[1]), rounded(1 / w[2])};
  const Vector a = across(), b = across();
  std::array<Vector, 3> rows{};
  switch (way) {
  case 0: // a column of zeros
    for (Vector& row : rows) row = {nearly(w[1]), nearly(-w[0]), 0};
    break;
  case 1: // a row of zeros
    rows = {a, b, {0, 0, 0}};
    break;
  case 2: // a zero in each row and column
    rows = {Vector{x[0], -x[1], 0}, {0, x[1], -x[2]}, {x[0], 0, -x[2]}};
    break;
  case 3: // rank one
    rows = {a, a, a};
    break;
  default: // a sum
    rows = {a, b, {a[0] + b[0], a[1] + b[1], a[2] + b[2]}};
  }
  for (size_t row = 0; row < 3; ++row) {
    const double by = way < 4 ? rounded(any(1, 4)) : r.sign();
    for (size_t c = 0; c < 3; ++c) element(m, row, c) = static_cast<float>(by * rows[row][c]);
  }
  const std::array<size_t, 3> columns = any_order(r);
  permute(m, any_order(r), columns);
  permute(parent, columns, {0, 1, 2});
}

void denormal_row(ulna_mat44& m, Random& r) {
  // The difference of two columns is a multiple of the third.
  const auto large = [&] { return static_cast<float>(std::ldexp(r.between(1, 1 << 10), 20)); };
  const auto least = static_cast<float>(0x1p-149 * r.between(1, 3));
  const float between = large(), third = large();
  for (size_t row = 0; row < 3; ++row) {
    element(m, row, 0) = row == 0 ? least : large();
    element(m, row, 1) = row == 0 ? least : element(m, row, 0) + between;
    element(m, row, 2) = row == 0 ? 0 : third;
  }
  const std::array<size_t, 3> columns = any_order(r);
  permute(m, any_order(r), columns);
}

void barely_independent(ulna_mat44& m, Random& r) {
  do { // what moves away along one element alone may still be singular
    put(m, r.one_in(2) ? dependent(r) : of_rank_one(r));
    scale_exactly(m, r);
    const ulna_mat44 singular = m;
    const double largest = std::max(largest_of(m), 0x1p-10);
    double off[9];
    const bool one = r.one_in(3);
    const size_t only = r.below(9);
    for (size_t i = 0; i < 9; ++i) off[i] = one && i != only ? 0 : largest * r.uniform(-1, 1);
    for (double share = 0x1p-14; share < 2 && !bones::far_from_singular(m); share *= 1.1)
      for (size_t i = 0; i < 9; ++i)
        element(m, i / 3, i % 3) =
            static_cast<float>(singular.m[4 * (i / 3) + i % 3] + share * off[i]);
  } while (!bones::far_from_singular(m));
}

void small_integers(ulna_mat44& m, Random& r) {
  double det = 0;
  do {
    for (size_t i = 0; i < 9; ++i) element(m, i / 3, i % 3) = static_cast<float>(r.between(-3, 3));
    const std::array<double, 6> all = products(m);
    det = all[0] + all[1] + all[2] - all[3] - all[4] - all[5];
  } while (det == 0);
  // Together, or it would not be far from singular.
  multiply_all(
      m, static_cast<float>(r.one_in(2) ? std::ldexp(1, r.between(-26, 26)) : r.scaled(-4, 4)));
}

} // namespace ulna::singular
