// Moves of single floats, of vectors, and of arrays of floats as a whole.

#include "fuzz/mutate_moves.h"
#include "operations/blending/quaternions.h"
#include "operations/shared/special_values.h"

#include <bit>
#include <cmath>

namespace ulna::mutation {
namespace {

/// The float `steps` ulps up the number line. Ends at the infinities; NaNs stay.
float stepped(float x, int64_t steps) {
  if (std::isnan(x)) return x;
  constexpr int64_t kInfinity = 0x7f800000;
  constexpr uint32_t kSign = 0x80000000;
  const uint32_t bits = std::bit_cast<uint32_t>(x);
  const int64_t place = bits & kSign ? -int64_t{bits & ~kSign} : int64_t{bits};
  const int64_t to = std::clamp(place + steps, -kInfinity, kInfinity);
  return std::bit_cast<float>(to < 0 ? static_cast<uint32_t>(-to) | kSign
                                     : static_cast<uint32_t>(to));
}

/// Mostly one ulp, sometimes thousands.
int64_t few_ulps(Random& r) {
  const int64_t size = r.one_in(2) ? 1 : int64_t(r.size(1, 1u << r.between(1, 14)));
  return r.one_in(2) ? size : -size;
}

/// Changes a random float.
template <float (*Change)(float, Random&)>
bool change(Case& c, Random& r) {
  float* x = pick_float(c, r);
  if (x) *x = Change(*x, r);
  return x;
}

float step(float x, Random& r) {
  return stepped(x, few_ulps(r));
}
float negated(float x, Random&) {
  return -x;
}
float nudged(float x, Random& r) {
  return static_cast<float>(x * (1 + r.scaled(-20, -2)));
}
float doubled(float x, Random& r) {
  return std::ldexp(x, r.between(-4, 4));
}
float fresh(float, Random& r) {
  return static_cast<float>(r.one_in(2) ? r.uniform(-1, 1) : r.scaled(-30, 30));
}
/// Few digits: products that are exact, and ties.
float rounded(float x, Random& r) {
  const auto digits = static_cast<uint32_t>(r.between(1, 23));
  return std::bit_cast<float>(std::bit_cast<uint32_t>(x) & ~0u << digits);
}

bool step_several(Case& c, Random& r) {
  bool found = false;
  for (int n = r.between(2, 4); n > 0; --n) found = change<step>(c, r) || found;
  return found;
}

bool copy(Case& c, Random& r) {
  const float* from = pick_float(c, r);
  float* to = pick_float(c, r);
  if (to) *to = r.one_in(8) ? -*from : *from;
  return to;
}

/// All floats of an array, or of one element, by a power of two.
bool scale(Case& c, Random& r) {
  size_t array = 0;
  if (!pick_word(c, "f", r, &array)) return false;
  const ArraySpec& spec = c.operation->arrays[array];
  const size_t words = spec.words(c);
  const size_t count = count_of(c, array);
  const bool whole = r.one_in(2);
  const size_t first = whole ? 0 : r.below(count);
  const size_t last = whole ? count : first + 1;
  const int power = r.one_in(4) ? r.between(-60, 60) : r.between(-3, 3);
  const auto floats = c.arrays[array].as<float>();
  for (size_t i = first * words; i < last * words; ++i)
    if (spec.letter(c, i) == 'f') floats[i] = std::ldexp(floats[i], power);
  return true;
}

/// Three floats side by side.
struct Vector {
  float* v = nullptr; ///< null if there is none
  size_t element = 0;
};

/// Where vectors lie: as many floats in a row as are a multiple of four are made of vectors with a
/// w or of rows, others of threes.
Vector pick_vector(Case& c, Random& r) {
  size_t array = 0;
  const std::byte* const word = pick_word(c, "f", r, &array);
  if (!word) return {};
  const ArraySpec& spec = c.operation->arrays[array];
  const size_t words = spec.words(c);
  const size_t at = static_cast<size_t>(word - c.arrays[array].data()) / 4;
  const size_t column = at % words;
  const size_t in_period = column % spec.period(c);
  size_t first = in_period;
  while (first > 0 && spec.letter(c, first - 1) == 'f') --first;
  size_t last = in_period + 1;
  while (last < spec.period(c) && spec.letter(c, last) == 'f') ++last;
  const size_t step = (last - first) % 4 == 0 ? 4 : 3;
  const size_t back = (in_period - first) % step;
  if (in_period - back + 3 > last || column - back + 3 > words) return {};
  return {c.arrays[array].as<float>().data() + (at - back), at / words};
}

/// An axis, zero, and the like.
bool special_vector(Case& c, Random& r) {
  float* const v = pick_vector(c, r).v;
  if (v) make_special_vector(v, r);
  return v;
}

/// A vector equal, opposite or orthogonal to another, mostly of the same element.
bool relate(Case& c, Random& r) {
  constexpr int kTries = 8;
  const Vector b = pick_vector(c, r);
  Vector a = pick_vector(c, r);
  for (int i = 0; i < kTries && (!a.v || a.element != b.element || a.v == b.v); ++i)
    a = pick_vector(c, r);
  if (!a.v || !b.v) return false;
  const float from[3] = {a.v[0], a.v[1], a.v[2]}; // they may overlap
  relate_vectors(from, b.v, r);
  return true;
}

/// Whether most arrays of floats that are read have elements with room for a vector.
bool has_vectors(const Operation& op) {
  size_t with_vectors = 0;
  size_t with_floats = 0;
  for (size_t a = 0; a < op.arrays.size(); ++a) {
    if (!is_read(op, a)) continue;
    with_floats += has_type(op.arrays[a], "f");
    with_vectors += op.arrays[a].layout.find("fff") != std::string_view::npos;
  }
  return 2 * with_vectors > with_floats;
}

bool has_real(const Operation& op) {
  return op.real;
}

bool real_anywhere(Case& c, Random& r) {
  c.real = quaternions::random_lerp(r);
  return true;
}

bool real_step(Case& c, Random& r) {
  c.real = step(c.real, r);
  return true;
}

/// Of any array that is read.
bool has_floats(const Operation& op) {
  for (size_t a = 0; a < op.arrays.size(); ++a)
    if (is_read(op, a) && has_type(op.arrays[a], "f")) return true;
  return false;
}

constexpr Move kMoves[] = {
    {"step a float", 400, change<step>, has_floats},
    {"step several floats", 60, step_several, has_floats},
    {"nudge a float", 40, change<nudged>, has_floats},
    {"special float", 15, set_special, has_floats},
    {"negate a float", 10, change<negated>, has_floats},
    {"double a float", 20, change<doubled>, has_floats},
    {"fresh float", 20, change<fresh>, has_floats},
    {"round a float", 10, change<rounded>, has_floats},
    {"copy a float", 15, copy, has_floats},
    {"scale floats", 15, scale, has_floats},
    {"special vector", 12, special_vector, has_vectors},
    {"relate vectors", 12, relate, has_vectors},
    {"step the float argument", 60, real_step, has_real},
    {"other float argument", 20, real_anywhere, has_real},
};

} // namespace

std::byte* pick_word(Case& c, std::string_view types, Random& r, size_t* array) {
  std::array<size_t, 16> candidates;
  size_t count = 0;
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (may_change(c, a) && c.operation->arrays[a].has(c, types)) candidates[count++] = a;
  if (count == 0) return nullptr;
  const size_t a = candidates[r.below(count)];
  const ArraySpec& spec = c.operation->arrays[a];
  const size_t words = spec.words(c);
  const size_t element = r.below(count_of(c, a));
  size_t column = r.below(words);
  while (types.find(spec.letter(c, column)) == std::string_view::npos)
    column = (column + 1) % words;
  if (array) *array = a;
  return c.arrays[a].data() + 4 * (element * words + column);
}

float* pick_float(Case& c, Random& r) {
  constexpr size_t kRealOneIn = 8;
  if (c.operation->real && r.one_in(kRealOneIn)) return &c.real;
  std::byte* word = pick_word(c, "f", r);
  if (word) return reinterpret_cast<float*>(word);
  return c.operation->real ? &c.real : nullptr;
}

bool set_special(Case& c, Random& r) {
  float* x = pick_float(c, r);
  if (x) *x = special_float(r);
  return x;
}

std::span<const Move> float_moves() {
  return kMoves;
}

} // namespace ulna::mutation
