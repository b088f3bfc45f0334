// Cases for bone_offset_matrices.

#include "operations/bones/singular.h"
#include "operations/list.h"
#include "operations/shared/cut_numbers.h"
#include "operations/shared/generate.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/matrices.h"
#include "operations/shared/neighbours.h"
#include "operations/shared/place.h"
#include "operations/shared/stages.h"

#include <limits>

namespace ulna {
namespace {

enum : int { kCombined, kOffset, kParents, kLocals };

/// How the bones hang together.
enum class Tree {
  chain,  ///< each on the one before it
  star,   ///< all on the first
  bushy,  ///< each on one of the last few
  any,    ///< each on any before it
  forest, ///< several roots
  roots   ///< nothing else
};
constexpr Tree kAllTrees[] = {Tree::chain, Tree::star,   Tree::bushy,
                              Tree::any,   Tree::forest, Tree::roots};

/// What the local matrices are like.
enum class Locals {
  character, ///< rotations and translations
  scaled,    ///< the same with a scale for each axis
  sheared,   ///< any linear part around one
  unscaled,  ///< rotations but for next to nothing: a scale of 1, nearly, or a shear
  mirrored,  ///< with a negative scale now and then
  growing,   ///< all scaled up, or all down: chains of large or small products
  swinging,  ///< scaled up and down in turn
  uneven,    ///< axes of very different scale
  doubtful,  ///< nearly singular, more or less
  extreme,   ///< near where determinants overflow and underflow
  special,   ///< a character with zeros, denormals, NaNs, infinities in it
  any_bits   ///< random bit patterns, but for column 3
};
constexpr Locals kAllLocals[] = {Locals::character, Locals::scaled,   Locals::sheared,
                                 Locals::unscaled,  Locals::mirrored, Locals::growing,
                                 Locals::swinging,  Locals::uneven,   Locals::doubtful,
                                 Locals::extreme,   Locals::special,  Locals::any_bits};

void scale_row(ulna_mat44& m, size_t row, double by) {
  for (size_t c = 0; c < 3; ++c) m.m[4 * row + c] = static_cast<float>(by * m.m[4 * row + c]);
}

void scale_all(ulna_mat44& m, double by) {
  for (size_t row = 0; row < 3; ++row) scale_row(m, row, by);
}

/// A row that depends on the other two, but for `off`.
void bend_row(ulna_mat44& m, double off, Random& r) {
  const size_t row = r.below(3);
  const double a = r.uniform(-1, 1);
  const double b = r.uniform(-1, 1);
  for (size_t c = 0; c < 3; ++c)
    m.m[4 * row + c] =
        static_cast<float>(a * m.m[4 * ((row + 1) % 3) + c] + b * m.m[4 * ((row + 2) % 3) + c] +
                           off * r.uniform(-1, 1));
}

ulna_mat44 local_matrix(Locals locals, size_t i, Random& r) {
  ulna_mat44 m = rigid_matrix(r);
  switch (locals) {
  case Locals::character:
  case Locals::special:
    break;
  case Locals::scaled:
    for (size_t row = 0; row < 3; ++row) scale_row(m, row, r.uniform(0.5, 2));
    break;
  case Locals::sheared:
    for (size_t e = 0; e < 11; ++e)
      if (e % 4 != 3) m.m[e] += static_cast<float>(r.uniform(-0.5, 0.5));
    break;
  case Locals::unscaled:
    if (r.one_in(2)) permuted_linear(AffineFloats(m.m), r); // of which the bounds are smallest
    unscaled_linear(AffineFloats(m.m), r);
    break;
  case Locals::mirrored:
    if (r.one_in(2)) {
      const double scale = r.one_in(2) ? -1 : -r.uniform(0.5, 2);
      scale_row(m, r.below(3), scale);
    }
    break;
  case Locals::growing:
    scale_all(m, r.uniform(1, 1.25));
    break;
  case Locals::swinging:
    scale_all(m, i % 2 ? 1000 : 0.001);
    break;
  case Locals::uneven:
    for (size_t row = 0; row < 3; ++row) scale_row(m, row, std::ldexp(1, r.between(-8, 8)));
    break;
  case Locals::doubtful:
    if (r.one_in(3)) bend_row(m, std::ldexp(1, -r.between(2, 26)), r);
    break;
  case Locals::extreme:
    scale_all(m, r.scaled(-44, 42));
    for (size_t e = 12; e < 15; ++e) m.m[e] = static_cast<float>(r.scaled(-60, 60));
    break;
  case Locals::any_bits:
    for (size_t e = 0; e < 16; ++e)
      if (e % 4 != 3) m.m[e] = r.one_in(2) ? r.any_bits() : value_of(Values::free, 2, r);
  }
  return m;
}

/// Those that stay what they are when some bones are special, of any scale.
bool takes_specials(Locals locals) {
  return locals != Locals::swinging && locals != Locals::extreme && locals != Locals::any_bits;
}
/// In longer chains their scales would come to nearly singular products.
constexpr size_t kLongChain = 256;

// --- What must be reported ---------------------------------------------------------------------

/// A float of 11 bits, so that products of two are floats.
float short_float(Random& r) {
  const double side = r.sign();
  const int exponent = r.between(-13, -9);
  return static_cast<float>(side * std::ldexp(r.between(1024, 2047), exponent));
}

void zero_row(ulna_mat44& m, Random& r) {
  const double zero = r.one_in(2) ? 0.0 : -0.0;
  scale_row(m, r.below(3), zero);
}
void zero_column(ulna_mat44& m, Random& r) {
  const size_t c = r.below(3);
  for (size_t row = 0; row < 3; ++row) m.m[4 * row + c] = 0;
}
void equal_rows(ulna_mat44& m, Random& r) {
  const size_t row = r.below(3);
  for (size_t c = 0; c < 3; ++c) m.m[4 * row + c] = m.m[4 * ((row + 1) % 3) + c];
  const int exponent = r.between(-3, 3);
  scale_row(m, row, std::ldexp(r.sign(), exponent)); // exact
}
void equal_columns(ulna_mat44& m, Random& r) {
  const size_t c = r.below(3);
  for (size_t row = 0; row < 3; ++row) m.m[4 * row + c] = -m.m[4 * row + (c + 1) % 3];
}
void sum_of_rows(ulna_mat44& m, Random& r) {
  const size_t row = r.below(3);
  for (size_t c = 0; c < 3; ++c) {
    float sum = 0;
    for (size_t k = 1; k < 3; ++k) {
      float& x = m.m[4 * ((row + k) % 3) + c];
      x = static_cast<float>(r.between(-(1 << 20), 1 << 20)) / 4096;
      sum += x;
    }
    m.m[4 * row + c] = sum;
  }
}
void rank_one(ulna_mat44& m, Random& r) {
  float a[3];
  float b[3];
  for (float* v : {a, b})
    for (size_t k = 0; k < 3; ++k) v[k] = short_float(r);
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < 3; ++c) m.m[4 * row + c] = a[row] * b[c];
}
void zero_scale(ulna_mat44& m, Random& r) {
  scale_all(m, r.one_in(2) ? 0.0 : -0.0);
}
void not_finite(ulna_mat44& m, Random& r) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  m.m[r.below(16)] = r.pick({kInfinity, -kInfinity, kNan});
}
/// One element of column 3 is wrong, or two are, whose sum is right.
void not_affine(ulna_mat44& m, Random& r) {
  const size_t row = r.below(4);
  if (r.one_in(3)) {
    const double side = r.sign();
    const auto off = static_cast<float>(std::ldexp(side, r.between(-22, 3)));
    m.m[4 * row + 3] += off;
    m.m[4 * ((row + 1 + r.below(3)) % 4) + 3] -= off;
    return;
  }
  m.m[4 * row + 3] = row < 3 ? static_cast<float>(r.scaled(-126, 2))
                             : r.pick({0.0f, -1.0f, 1 + 0x1p-23f, 1 - 0x1p-24f, 2.0f});
}
void transposed(ulna_mat44& m, Random&) {
  const ulna_mat44 before = m;
  for (size_t e = 0; e < 16; ++e) m.m[e] = before.m[4 * (e % 4) + e / 4];
}
void cancelling(ulna_mat44& m, Random& r) {
  singular::cancel_pair(m, r.below(singular::kPairs), r);
}
using Spoil = void (*)(ulna_mat44&, Random&);
constexpr Spoil kSpoils[] = {
    zero_row,        zero_column, equal_rows,           equal_columns,
    sum_of_rows,     rank_one,    zero_scale,           not_finite,
    not_affine,      transposed,  singular::depend,     singular::nearly_depend,
    singular::twins, cancelling,  singular::round_most, singular::denormal_row};

// --- Cases -------------------------------------------------------------------------------------

class BonesCase {
public:
  BonesCase(uint64_t seed, uint64_t i)
      : r_(seed, i), seed_(seed), c_(begin_case(bone_offset_matrices(), seed, i)) {}

  Random& random() { return r_; }
  Case& result() { return c_; }
  uint64_t seed() const { return seed_; }

  void fill(size_t count, Tree tree, Locals locals) {
    for (const int a : {kCombined, kOffset, kLocals})
      c_.arrays[size_t(a)].resize(count * sizeof(ulna_mat44));
    c_.arrays[kParents].resize(count * sizeof(int32_t));
    fill_output(c_.arrays[kCombined], r_);
    fill_output(c_.arrays[kOffset], r_);
    const bool specials = takes_specials(locals) && (tree != Tree::chain || count <= kLongChain);
    for (size_t i = 0; i < count; ++i) {
      c_.arrays[kParents].as<int32_t>()[i] = i == 0 ? -1 : parent(tree, static_cast<int32_t>(i));
      local(i) = local_matrix(locals, i, r_);
      const size_t rarity = i == 0 ? 4 : 16; // the first is the root of most trees
      if (specials && r_.one_in(rarity)) make_special(local(i).m, Special::local, r_);
    }
    if (locals == Locals::special) sprinkle(count);
    // The sign of a zero in column 3 says nothing.
    if (count > 0 && r_.one_in(4)) local(r_.below(count)).m[4 * r_.below(3) + 3] = -0.0f;
  }

  /// Bones next to each other whose parents have keys that are the same.
  void make_parents_meet() {
    const auto parents = c_.arrays[kParents].as<int32_t>();
    for (size_t i = 1; i < parents.size(); ++i)
      if (parents[i - 1] >= 0)
        parents[i] = static_cast<int32_t>(
            with_key_of(size_t(parents[i - 1]), size_t(parents[i]), i, sizeof(ulna_mat44), r_));
  }

  void make_alike() { make_neighbours_alike(c_.arrays[kLocals], 16, alike_one_in(r_), r_); }

  ulna_mat44& local(size_t i) { return c_.arrays[kLocals].as<ulna_mat44>()[i]; }

private:
  int32_t parent(Tree tree, int32_t i) {
    switch (tree) {
    case Tree::chain:
      return i - 1;
    case Tree::star:
      return 0;
    case Tree::bushy:
      return i - 1 - static_cast<int32_t>(r_.below(size_t(std::min(i, 6))));
    case Tree::any:
      return static_cast<int32_t>(r_.below(size_t(i)));
    case Tree::forest:
      return static_cast<int32_t>(r_.below(size_t(i) + 4)) % (i + 1) - 1;
    default:
      return -1;
    }
  }

  /// Not at the beginning, where everything would end.
  void sprinkle(size_t count) {
    if (count == 0) return;
    for (size_t n = 1 + count / 64; n > 0; --n) {
      const size_t bone = count / 2 + r_.below((count + 1) / 2);
      local(bone).m[r_.below(15)] = special_float(r_);
    }
  }

  Random r_;
  uint64_t seed_;
  Case c_;
};

constexpr size_t kMaxSmall = 40;
constexpr uint64_t kNumCounts = 2 * (kMaxSmall + 1) * std::size(kAllTrees); // side, count, tree
constexpr uint64_t kNumShifts = 2 * 16;                                     // side, shift
constexpr uint64_t kNumValues = 4 * std::size(kAllLocals) * std::size(kAllTrees);
constexpr uint64_t kNumSpoiled = 4 * 3 * std::size(kSpoils); // place, count, kind
constexpr size_t kDepths[] = {64, 100, 128, 300, 1000, 3000};
constexpr uint64_t kNumDeep = 3 * std::size(kDepths);
constexpr uint64_t kNumPairs = 4 * 4 * singular::kPairs; // times, place, pair
constexpr uint64_t kNumBlurred = 24;
constexpr uint64_t kNumCancelled = 24 * singular::kCancelled; // bits, way
constexpr uint64_t kNumLargeMinors = 48;
constexpr uint64_t kNumDenormalColumns = 16;
constexpr uint64_t kNumRegular = 24;
constexpr uint64_t kNumUnscaled = 24;
constexpr uint64_t kNumElements = 3 * 16 * 3; // value, element, place
constexpr uint64_t kNumAlike = 4 * std::size(kAllTrees);
constexpr uint64_t kNumLarge = 1;
constexpr uint64_t kNumEdges = kNumCounts + kNumShifts + kNumValues + kNumSpoiled + kNumKept +
                               kNumDeep + kNumPairs + kNumBlurred + kNumCancelled +
                               kNumLargeMinors + kNumDenormalColumns + kNumRegular + kNumUnscaled +
                               kNumElements + kNumAlike + kNumLarge;

/// Every small count, flush against the page on either side.
void count_edge(BonesCase& s, uint64_t i) {
  s.fill(i / 2 % (kMaxSmall + 1), kAllTrees[i / 2 / (kMaxSmall + 1)], Locals::character);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
}

void shift_edge(BonesCase& s, uint64_t i) {
  s.fill(7, Tree::bushy, Locals::scaled);
  put_all(s.result(), static_cast<Side>(i % 2), i / 2 * 4);
}

void values_edge(BonesCase& s, uint64_t i) {
  s.fill(37, kAllTrees[i / 4 % std::size(kAllTrees)], kAllLocals[i / 4 / std::size(kAllTrees)]);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
  s.result().flush = i / 2 % 2;
}

/// A bad bone at the beginning, at the end, anywhere, and two of them.
void spoiled_edge(BonesCase& s, uint64_t i) {
  constexpr size_t kCounts[] = {1, 9, 60};
  Random& r = s.random();
  const size_t count = kCounts[i / 4 % 3];
  const Spoil spoil = kSpoils[i / 12];
  const Locals locals = r.one_in(2) ? Locals::character : Locals::scaled;
  s.fill(count, r.pick(kAllTrees), locals);
  const size_t place = i % 4 == 0 ? 0 : i % 4 == 1 ? count - 1 : r.below(count);
  spoil(s.local(place), r);
  if (i % 4 == 3) r.pick(kSpoils)(s.local(r.below(count)), r);
  s.result().flush = r.one_in(4);
}

/// Behind a bad bone.
void kept_edge(BonesCase& s, uint64_t i) {
  s.fill(37, Tree::bushy, Locals::character);
  zero_row(s.local(i % 5 * 4), s.random());
  keep_edge(s.result(), i, s.random());
}

/// Long chains of all that does not grow or shrink without limit.
void deep_edge(BonesCase& s, uint64_t i) {
  constexpr Locals kKinds[] = {Locals::character, Locals::mirrored, Locals::growing};
  s.fill(kDepths[i / 3], Tree::chain, kKinds[i % 3]);
}

/// Alone, at the beginning, at the end, between: a bone whose determinant is rounding alone, which
/// two of its six products leave.
void pair_edge(BonesCase& s, uint64_t i) {
  Random& r = s.random();
  const size_t kind = i % 4;
  const size_t count = kind == 0 ? 1 : 3 + r.below(11);
  const auto locals = r.one_in(2) ? Locals::character : Locals::scaled;
  s.fill(count, r.pick(kAllTrees), locals);
  const size_t place = kind < 2 ? 0 : kind == 2 ? count - 1 : 1 + r.below(count - 2);
  singular::cancel_pair(s.local(place), i / 4 % singular::kPairs, r);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
}

/// A singular bone whose combined matrix, which has been rounded, is far from singular.
void blurred_edge(BonesCase& s, uint64_t i) {
  Random& r = s.random();
  const size_t count = 2 + i;
  s.fill(count, Tree::star, Locals::character);
  s.local(0) = rigid_matrix(r);
  const size_t place = i % 2 ? count - 1 : 1 + r.below(count - 1);
  singular::blur_below(s.local(0), s.local(place), r);
}

/// The same, of every shape that a singular bone may have, below a bone whose rows are nearly
/// parallel.
void cancelled_edge(BonesCase& s, uint64_t i) {
  Random& r = s.random();
  const size_t count = 2 + r.below(4);
  s.fill(count, Tree::roots, Locals::character);
  s.result().arrays[kParents].as<int32_t>()[count - 1] = 0;
  const int bits = 3 + static_cast<int>(i / singular::kCancelled % 6);
  singular::cancel_below(s.local(0), s.local(count - 1), i % singular::kCancelled, bits, r);
}

/// Large minors, and small ones, in front of a bone that is not finite: a test that goes on with
/// what the last bone left takes it for one that is.
void large_minors_edge(BonesCase& s, uint64_t i) {
  Random& r = s.random();
  const size_t count = 2 + i % 3;
  s.fill(count, Tree::roots, Locals::character);
  for (size_t bone = 0; bone + 1 < count; ++bone) {
    ulna_mat44& m = s.local(bone);
    const size_t small = r.below(3);
    for (size_t row = 0; row < 3; ++row)
      scale_row(m, row, std::ldexp(1, row == small ? -r.between(8, 30) : r.between(44, 60)));
  }
  not_finite(s.local(count - 1), r);
}

/// A caller who flushes takes denormals for zeros: in column 3 either answer is right.
void denormal_column_edge(BonesCase& s, uint64_t i) {
  Random& r = s.random();
  s.fill(1 + i, i % 2 ? Tree::forest : Tree::roots, Locals::character);
  for (size_t n = 1 + i / 4; n > 0; --n)
    s.local(r.below(1 + i)).m[4 * r.below(3) + 3] =
        std::bit_cast<float>(static_cast<uint32_t>(1 + r.below(0x7fffff)));
  s.result().flush = true;
}

/// Bones that must not be reported, though not by far, or of integers whose minors cancel.
void fill_regular(BonesCase& s, size_t count) {
  Random& r = s.random();
  s.fill(count, r.one_in(2) ? Tree::roots : Tree::star, Locals::character);
  for (size_t i = 1; i < count; ++i)
    (r.one_in(4) ? singular::small_integers : singular::barely_independent)(s.local(i), r);
}
void regular_edge(BonesCase& s, uint64_t) {
  fill_regular(s, 64);
}

/// Bones that are no rotations, but nearly. The bounds of roots are smallest.
void unscaled_edge(BonesCase& s, uint64_t) {
  s.fill(64, Tree::roots, Locals::unscaled);
}

/// Each element of a matrix spoiled alone.
void element_edge(BonesCase& s, uint64_t i) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kValues[] = {kInfinity, -kInfinity, kNan};
  s.fill(3, Tree::chain, Locals::character);
  s.local(i % 3).m[i / 3 % 16] = kValues[i / 48];
}

/// Bones that have parts in common with the one before.
void alike_edge(BonesCase& s, uint64_t i) {
  s.fill(30, kAllTrees[i / 4], i % 4 == 0 ? Locals::scaled : Locals::character);
  s.make_alike();
}

/// No count is special, nor is the number of a bad bone.
void large_edge(BonesCase& s, uint64_t) {
  s.fill(70000, Tree::star, Locals::character);
  zero_row(s.local(69000), s.random());
}

constexpr Stage<BonesCase> kStages[] = {{kNumCounts, count_edge},
                                        {kNumShifts, shift_edge},
                                        {kNumValues, values_edge},
                                        {kNumSpoiled, spoiled_edge},
                                        {kNumKept, kept_edge},
                                        {kNumDeep, deep_edge},
                                        {kNumPairs, pair_edge},
                                        {kNumBlurred, blurred_edge},
                                        {kNumCancelled, cancelled_edge},
                                        {kNumLargeMinors, large_minors_edge},
                                        {kNumDenormalColumns, denormal_column_edge},
                                        {kNumRegular, regular_edge},
                                        {kNumUnscaled, unscaled_edge},
                                        {kNumElements, element_edge},
                                        {kNumAlike, alike_edge},
                                        {kNumLarge, large_edge}};

/// Not in long chains, which take longer.
void long_count_edge(BonesCase& s, uint64_t k) {
  constexpr Tree kTrees[] = {Tree::star, Tree::bushy, Tree::any, Tree::forest, Tree::roots};
  s.fill(least_long_count(s.seed(), k), kTrees[(k + s.seed()) % std::size(kTrees)],
         Locals::character);
  s.result().flush = s.random().one_in(4);
}

/// Nor is the number of a parent, or of ancestors.
void long_tree_edge(BonesCase& s, uint64_t i) {
  s.fill(70000, i == 0 ? Tree::any : Tree::chain, Locals::character);
  if (i == 0) s.make_parents_meet();
}

constexpr Stage<BonesCase> kLongStages[] = {{kNumLongCounts, long_count_edge}, {2, long_tree_edge}};
constexpr uint64_t kOneIn = 5;

void random_case(BonesCase& s) {
  Random& r = s.random();
  const size_t count = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 500);
  if (count > 0 && r.one_in(16)) {
    fill_regular(s, count);
  } else {
    const Locals locals = r.pick(kAllLocals);
    s.fill(count, r.pick(kAllTrees), locals);
  }
  if (r.one_in(16)) s.make_alike();
  if (count > 0 && r.one_in(6)) r.pick(kSpoils)(s.local(r.below(count)), r);
  place(s.result(), r);
}

} // namespace

uint64_t num_bones_edge_cases() {
  return kNumEdges;
}

Case generate_bone_offset_matrices(uint64_t seed, uint64_t i) {
  BonesCase s(seed, i);
  if (make_edge_case<BonesCase>(kStages, s, i)) return std::move(s.result());
  if (make_long_case<BonesCase>(kLongStages, s, i - kNumEdges, kOneIn))
    return std::move(s.result());
  random_case(s);
  return std::move(s.result());
}

} // namespace ulna
