#include "cases/variants.h"

#include "base/error.h"
#include "cases/make_case.h"
#include "cases/mend.h"
#include "cases/operation.h"
#include "cases/values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

namespace ulna {
namespace {

/// The arrays that are not empty.
std::vector<size_t> filled_arrays(const Case& c) {
  std::vector<size_t> arrays;
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (c.arrays[a].words() > 0) arrays.push_back(a);
  return arrays;
}

void restore_ends(Case& other, const Case& c) {
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const size_t element = c.operation->arrays[a].words(c);
    const size_t words = c.arrays[a].words();
    for (size_t i = 0; i < words; ++i)
      if (i < element || i + element >= words) other.arrays[a].set_word(i, c.arrays[a].word(i));
  }
}

char letter(const Case& c, size_t array, size_t word) {
  return c.operation->arrays[array].letter(c, word);
}

bool is_float(const Case& c, size_t array, size_t word) {
  return letter(c, array, word) == 'f';
}

/// Negates a float of the array, if one of its elements' words is one.
void negate_one(Case& c, size_t a, Random& random) {
  Array& array = c.arrays[a];
  const size_t word = random.below(array.words());
  if (is_float(c, a, word)) array.set_word(word, array.word(word) ^ 0x80000000);
}

/// All floats of two elements, as of two matrices.
void exchange_elements(Case& c, size_t chosen, size_t words, Random& random) {
  Array& array = c.arrays[chosen];
  const size_t count = array.words() / words;
  const size_t a = random.below(count), b = random.below(count);
  for (size_t i = 0; i < words; ++i) {
    if (!is_float(c, chosen, i)) continue;
    const uint32_t first = array.word(a * words + i);
    array.set_word(a * words + i, array.word(b * words + i));
    array.set_word(b * words + i, first);
  }
}

/// Two elements change places, or two floats that differ, if the array has some.
void exchange_some(Case& c, size_t chosen, Random& random) {
  constexpr int kTries = 8;
  Array& array = c.arrays[chosen];
  const size_t element = c.operation->arrays[chosen].period(c);
  if (array.words() >= 2 * element && random.one_in(2))
    return exchange_elements(c, chosen, element, random);
  std::vector<size_t> floats;
  for (size_t word = 0; word < array.words(); ++word)
    if (is_float(c, chosen, word)) floats.push_back(word);
  for (int i = 0; i < kTries && !floats.empty(); ++i) {
    const size_t a = floats[random.below(floats.size())];
    const size_t b = floats[random.below(floats.size())];
    const uint32_t first = array.word(a);
    const uint32_t second = array.word(b);
    if (first == second) continue;
    array.set_word(a, second);
    array.set_word(b, first);
    return;
  }
}

bool is_valid(const Case& c) {
  try {
    validate(c);
    return true;
  } catch (const BadInput&) {
    return false;
  }
}

/// Adds to a whole number, or to one byte of four.
void add_to(Case& c, size_t array, size_t word, uint32_t what, unsigned byte) {
  const uint32_t now = c.arrays[array].word(word);
  if (letter(c, array, word) != 'b') return c.arrays[array].set_word(word, now + what);
  const uint32_t mask = 0xffu << 8 * byte;
  c.arrays[array].set_word(word, (now & ~mask) | ((now + (what << 8 * byte)) & mask));
}

/// The elements so many times each, next to each other.
std::vector<size_t> each_times(size_t elements, size_t times) {
  std::vector<size_t> kept(elements * times);
  for (size_t i = 0; i < kept.size(); ++i) kept[i] = i / times;
  return kept;
}

/// The arrays of which every element has its own part: they grow with the elements.
std::vector<size_t> arrays_of_elements(const Case& c) {
  const size_t size = c.operation->size(c);
  const Case twice = c.operation->keep(c, each_times(size, 2));
  std::vector<size_t> arrays;
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (c.arrays[a].words() > 0 && twice.arrays[a].size() == 2 * c.arrays[a].size())
      arrays.push_back(a);
  return arrays;
}

bool is_finite_and_not_zero(float x) {
  return std::isfinite(x) && x != 0;
}

/// Those that are finite and not zero.
template <class F>
void change_floats(Case& c, size_t array, const F& changed) {
  for (size_t word = 0; word < c.arrays[array].words(); ++word) {
    if (!is_float(c, array, word)) continue;
    const auto x = std::bit_cast<float>(c.arrays[array].word(word));
    if (!is_finite_and_not_zero(x)) continue;
    c.arrays[array].set_word(word, std::bit_cast<uint32_t>(static_cast<float>(changed(double{x}))));
  }
}

/// An array that has such floats, if there is one.
std::optional<size_t> some_array_of_floats(const Case& c, Random& random) {
  std::vector<size_t> arrays;
  for (const size_t a : filled_arrays(c)) {
    const std::span<const float> floats = c.arrays[a].as<float>();
    for (size_t word = 0; word < floats.size(); ++word) {
      if (!is_float(c, a, word) || !is_finite_and_not_zero(floats[word])) continue;
      arrays.push_back(a);
      break;
    }
  }
  if (arrays.empty()) return {};
  return arrays[random.below(arrays.size())];
}

} // namespace

Case variant(const Case& c, Change change, Random& random) {
  if (change == Change::flush) {
    Case other = c;
    other.flush = !c.flush;
    return other;
  }
  const std::vector<size_t> arrays = filled_arrays(c);
  if (change == Change::everything || c.same_array || arrays.empty()) return variant(c, false);
  const size_t chosen = arrays[random.below(arrays.size())];
  if (change == Change::one_float) {
    Case other = c;
    negate_one(other, chosen, random);
    return other;
  }
  if (change == Change::exchanged) {
    Case other = c;
    exchange_some(other, chosen, random);
    return other;
  }
  Case other = variant(c, false);
  if (change == Change::inside) {
    restore_ends(other, c);
  } else {
    for (const size_t a : arrays)
      if (a != chosen) other.arrays[a] = c.arrays[a];
  }
  return other;
}

Case with_special_float(Case c, Random& random) {
  constexpr int kTries = 16;
  constexpr size_t kOutputOneIn = 4; // of few operations it is an input as well
  const std::vector<size_t> arrays = filled_arrays(c);
  for (int i = 0; i < kTries && !arrays.empty(); ++i) {
    const size_t a = arrays[random.below(arrays.size())];
    if (c.operation->arrays[a].output && !random.one_in(kOutputOneIn)) continue;
    const size_t word = random.below(c.arrays[a].words());
    if (!is_float(c, a, word)) continue;
    c.arrays[a].set_word(word, std::bit_cast<uint32_t>(special_float(random)));
    break;
  }
  share_array(c);
  return c;
}

Case with_denormals(Case c, Random& random) {
  constexpr uint32_t kExponent = 0x7f800000;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    for (size_t word = 0; word < c.arrays[a].words(); ++word)
      if (is_float(c, a, word) && random.one_in(2))
        c.arrays[a].set_word(word, c.arrays[a].word(word) & ~kExponent);
  }
  share_array(c);
  return c;
}

std::vector<Case> variants_by_array(const Case& c, Random& random) {
  std::vector<Case> out;
  if (c.same_array) return out;
  const Case other = variant(c, false);
  for (const size_t a : filled_arrays(c)) {
    if (other.arrays[a] == c.arrays[a]) continue;
    out.push_back(c);
    out.back().arrays[a] = other.arrays[a];
    out.push_back(c);
    exchange_some(out.back(), a, random);
  }
  for (const auto& more : {with_other_integers(c, random), with_exchanged_arrays(c)})
    out.insert(out.end(), more.begin(), more.end());
  const std::vector<Case> reals = with_other_reals(c);
  out.insert(out.end(), reals.begin(), reals.end());
  Case exchanged = with_exchanged_elements(c, random);
  if (!same_input(exchanged, c)) out.push_back(std::move(exchanged));
  return out;
}

std::vector<Case> with_other_integers(const Case& c, Random& random) {
  constexpr int kTries = 8;
  std::vector<Case> out;
  for (const size_t a : filled_arrays(c)) {
    const ArraySpec& spec = c.operation->arrays[a];
    if (spec.output || !spec.has(c, "ihqb")) continue;
    for (const bool pair : {false, true}) {
      for (int i = 0; i < kTries; ++i) {
        const size_t first = random.below(c.arrays[a].words());
        const size_t second = random.below(c.arrays[a].words());
        const auto byte = static_cast<unsigned>(random.below(4));
        const auto changes = [&](size_t word) {
          return std::string_view("ihqb").find(letter(c, a, word)) != std::string_view::npos;
        };
        if (!changes(first) || (pair && (first == second || !changes(second)))) continue;
        Case other = c;
        add_to(other, a, first, 1, byte);
        if (pair) add_to(other, a, second, 0u - 1, byte);
        if (!is_valid(other)) continue;
        out.push_back(std::move(other));
        break;
      }
    }
  }
  return out;
}

std::vector<Case> with_exchanged_arrays(const Case& c) {
  std::vector<Case> out;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    for (size_t b = a + 1; b < c.arrays.size(); ++b) {
      const ArraySpec &one = c.operation->arrays[a], &two = c.operation->arrays[b];
      if (one.layout != two.layout || c.arrays[a].size() != c.arrays[b].size() ||
          c.arrays[a] == c.arrays[b])
        continue;
      Case other = c;
      std::swap(other.arrays[a], other.arrays[b]);
      if (is_valid(other)) out.push_back(std::move(other));
    }
  }
  return out;
}

Case with_exchanged_elements(const Case& c, Random& random) {
  const size_t size = c.operation->size(c);
  if (size < 2 || c.same_array || c.operation->returns || c.operation->check_whole) return c;
  std::vector<size_t> order(size);
  std::iota(order.begin(), order.end(), size_t{0});
  const size_t first = random.below(size - 1);
  std::swap(order[first], order[first + 1]);
  const Case other = c.operation->keep(c, order);
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (other.arrays[a].size() != c.arrays[a].size()) return c;
  return other;
}

Case with_simple_floats(Case c, Random& random) {
  constexpr float kSimple[] = {-1, -0.5f, 0, 0.5f, 0.5f, 1, 2};
  const auto simple = [&] { return kSimple[random.below(std::size(kSimple))]; };
  for (size_t a = 0; a < c.arrays.size(); ++a)
    for (size_t word = 0; word < c.arrays[a].words(); ++word)
      if (is_float(c, a, word)) c.arrays[a].set_word(word, std::bit_cast<uint32_t>(simple()));
  if (c.operation->real) c.real = random.one_in(2) ? -2 : simple();
  share_array(c);
  return c;
}

namespace {

using Floats = std::span<float>;

float simple_float(Random& random) {
  constexpr float kSimple[] = {-1, -0.5f, 0, 0, 0.5f, 0.5f, 1, 1, 2};
  return kSimple[random.below(std::size(kSimple))];
}

/// Of four columns.
void put_usual_matrix(Floats to, Random& random) {
  std::ranges::fill(to, 0.0f);
  if (random.one_in(12)) return;
  for (size_t i = 0; i * 5 < to.size(); ++i) to[i * 5] = 1;
  switch (random.below(6)) {
  case 0: // a scale
    for (size_t i = 0; i < 3; ++i) to[i * 5] = simple_float(random);
    break;
  case 1: // one element of any
    to[random.below(to.size())] = simple_float(random);
    break;
  case 2: // a translation by columns, or by rows
    for (size_t i = 0; i < 3; ++i)
      to[to.size() == 16 && random.one_in(2) ? 12 + i : 4 * i + 3] = simple_float(random);
    break;
  default:
    break;
  }
}

/// Two components of one magnitude, and two of another.
void put_pairs(Floats to, Random& random) {
  const double angle = random.uniform(0, 1.57);
  const float one = static_cast<float>(std::cos(angle) * std::sqrt(0.5));
  const float other = static_cast<float>(std::sin(angle) * std::sqrt(0.5));
  const size_t like_first = 1 + random.below(3);
  for (size_t i = 0; i < 4; ++i) to[i] = i == 0 || i == like_first ? one : other;
}

void put_usual_rotation(Floats to, Random& random) {
  constexpr float kRightAngle = 0.707106781f;
  std::ranges::fill(to, 0.0f);
  switch (random.below(6)) {
  case 0: // 90 degrees about an axis
    to[random.below(3)] = to[3] = kRightAngle;
    break;
  case 1: // by 180 degrees
    to[random.below(4)] = 1;
    break;
  case 2: // by 120 degrees, or 240
    std::ranges::fill(to, 0.5f);
    break;
  case 3:
    put_pairs(to, random);
    break;
  default:
    to[3] = 1;
    break;
  }
  for (float& x : to)
    if (random.one_in(3)) x = -x;
}

/// An axis, also with a fourth component.
void put_usual_vector(Floats to, Random& random) {
  std::ranges::fill(to, 0.0f);
  to[random.below(3)] = random.one_in(3) ? -1.0f : 1.0f;
  if (to.size() > 3) to[3] = static_cast<float>(random.between(-1, 1));
}

void put_usual(Floats to, bool is_rotation, Random& random) {
  if (is_rotation) return put_usual_rotation(to, random);
  if (to.size() == 16 || to.size() == 12) return put_usual_matrix(to, random);
  if (to.size() == 8) put_usual_rotation(to.first(4), random), to = to.subspan(4);
  if (to.size() == 4 || to.size() == 3) return put_usual_vector(to, random);
  for (float& x : to) x = simple_float(random);
}

} // namespace

Case with_usual_values(Case c, Random& random) {
  const Case before = c;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    if (random.one_in(3)) continue;
    const size_t period = c.operation->arrays[a].period(c);
    const Floats floats = c.arrays[a].as<float>();
    for (size_t word = 0; word < floats.size();) {
      size_t run = 0; // of floats, in one element
      while (run < period - word % period && word + run < floats.size() &&
             is_float(c, a, word + run))
        ++run;
      if (run > 0) put_usual(floats.subspan(word, run), c.operation->arrays[a].quaternions, random);
      word += std::max<size_t>(run, 1);
    }
  }
  if (c.operation->real && random.one_in(2))
    c.real = random.one_in(2) ? 0.5f : simple_float(random);
  share_array(c);
  return is_valid(c) ? c : before;
}

std::vector<Case> with_other_reals(const Case& c) {
  std::vector<Case> out;
  if (!c.operation->real) return out;
  for (const float other : {0.5f * c.real, c.real == 0.25f ? 0.75f : 0.25f}) {
    if (other == c.real) continue;
    out.push_back(c);
    out.back().real = other;
  }
  return out;
}

Case with_large_factor(Case c, Random& random) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  constexpr double kSmall = 0x1p-50; // the product of two such factors is no denormal
  const std::optional<size_t> chosen = some_array_of_floats(c, random);
  const bool equal = random.one_in(3); // the others' sizes
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    change_floats(c, a, [&](double x) {
      if (a == chosen) return std::copysign(random.uniform(0.6, 1) * kLargest, x);
      return equal ? std::copysign(kSmall, x) : kSmall * x;
    });
  }
  share_array(c);
  return c;
}

Case with_tiny_factor(Case c, Random& random) {
  constexpr double kTiny = 0x1p-128;
  const std::optional<size_t> chosen = some_array_of_floats(c, random);
  double largest = 0;
  if (!chosen) return c;
  change_floats(c, *chosen, [&](double x) {
    largest = std::max(largest, std::fabs(x));
    return x;
  });
  change_floats(c, *chosen, [&](double x) { return x * (kTiny / largest); });
  share_array(c);
  return c;
}

Case with_near_neighbours(const Case& c, Random& random) {
  constexpr size_t kTimes = 4; // of which the second and the fourth change
  constexpr int kTries = 8;
  struct Column {
    size_t array, words, column; // of so many of an element
  };
  const size_t size = c.operation->size(c);
  std::vector<Column> floats, numbers;
  for (const size_t a : arrays_of_elements(c)) {
    const size_t words = c.arrays[a].words() / size; // where all elements have as many
    for (size_t column = 0; column < words; ++column)
      if (const char l = letter(c, a, column); l != 's')
        (l == 'f' ? floats : numbers).push_back({a, words, column});
  }
  Case all = c.operation->keep(c, each_times(size, kTimes));
  for (size_t i = 1; i < kTimes * size; i += 2) {
    for (int tries = 0; tries < kTries && floats.size() + numbers.size() > 0; ++tries) {
      // Floats are many, and whole numbers say more.
      const bool is_float = numbers.empty() || (!floats.empty() && random.one_in(2));
      const std::vector<Column>& columns = is_float ? floats : numbers;
      const auto [a, words, column] = columns[random.below(columns.size())];
      const size_t from = random.below(size) * words + column, to = i * words + column;
      if (letter(all, a, to) != letter(c, a, from)) continue;
      const uint32_t before = all.arrays[a].word(to);
      const uint32_t mask = letter(c, a, from) == 'b' ? 0xffu << 8 * random.below(4) : ~0u;
      all.arrays[a].set_word(to, (before & ~mask) | (c.arrays[a].word(from) & mask));
      if (all.arrays[a].word(to) != before && is_valid(all)) break;
      all.arrays[a].set_word(to, before);
    }
  }
  share_array(all);
  return all;
}

Case with_some_not_finite(Case c, Random& random) {
  constexpr int kTries = 16;
  constexpr float kNot[] = {std::numeric_limits<float>::quiet_NaN(),
                            std::numeric_limits<float>::infinity(),
                            -std::numeric_limits<float>::infinity()};
  const std::vector<size_t> arrays = arrays_of_elements(c);
  size_t wanted = 1 + random.below(1 + c.operation->size(c) / 3);
  if (c.operation->returns) wanted = 1; // what is returned tells of the first
  for (int i = 0; i < kTries && wanted > 0 && !arrays.empty(); ++i) {
    const size_t a = arrays[random.below(arrays.size())];
    const size_t word = random.below(c.arrays[a].words());
    if (c.operation->arrays[a].output || !is_float(c, a, word)) continue;
    c.arrays[a].set_word(word, std::bit_cast<uint32_t>(kNot[random.below(std::size(kNot))]));
    --wanted;
  }
  share_array(c);
  return c;
}

} // namespace ulna
