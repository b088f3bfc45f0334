#include "certify/variants.h"

#include "certify/generate/values.h"
#include "certify/operation.h"

#include <bit>

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

/// Negates a float of the array, if one of its elements' words is one.
void negate_one(Array& array, std::string_view layout, Random& random) {
  const size_t word = random.below(array.words());
  if (layout[word % layout.size()] == 'f') array.set_word(word, array.word(word) ^ 0x80000000);
}

/// All floats of two elements, as of two matrices.
void exchange_elements(Array& array, std::string_view layout, Random& random) {
  const size_t count = array.words() / layout.size();
  const size_t a = random.below(count), b = random.below(count);
  for (size_t i = 0; i < layout.size(); ++i) {
    if (layout[i] != 'f') continue;
    const uint32_t first = array.word(a * layout.size() + i);
    array.set_word(a * layout.size() + i, array.word(b * layout.size() + i));
    array.set_word(b * layout.size() + i, first);
  }
}

/// Two elements change places, or two floats that differ, if the array has some.
void exchange_some(Array& array, std::string_view layout, Random& random) {
  constexpr int kTries = 8;
  if (array.words() >= 2 * layout.size() && random.one_in(2))
    return exchange_elements(array, layout, random);
  std::vector<size_t> floats;
  for (size_t word = 0; word < array.words(); ++word)
    if (layout[word % layout.size()] == 'f') floats.push_back(word);
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
    negate_one(other.arrays[chosen], c.operation->arrays[chosen].layout, random);
    return other;
  }
  if (change == Change::exchanged) {
    Case other = c;
    exchange_some(other.arrays[chosen], c.operation->arrays[chosen].layout, random);
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
    Array& array = c.arrays[arrays[random.below(arrays.size())]];
    const ArraySpec& spec = c.operation->arrays[size_t(&array - c.arrays.data())];
    if (spec.output && !random.one_in(kOutputOneIn)) continue;
    const std::string_view layout = spec.layout;
    const size_t word = random.below(array.words());
    if (layout[word % layout.size()] != 'f') continue;
    array.set_word(word, std::bit_cast<uint32_t>(special_float(random)));
    break;
  }
  return c;
}

Case with_denormals(Case c, Random& random) {
  constexpr uint32_t kExponent = 0x7f800000;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const std::string_view layout = c.operation->arrays[a].layout;
    for (size_t word = 0; word < c.arrays[a].words(); ++word)
      if (layout[word % layout.size()] == 'f' && random.one_in(2))
        c.arrays[a].set_word(word, c.arrays[a].word(word) & ~kExponent);
  }
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
    exchange_some(out.back().arrays[a], c.operation->arrays[a].layout, random);
  }
  return out;
}

} // namespace ulna
