#include "certify/literal_cases.h"

#include "cases/make_case.h"
#include "cases/mend.h"
#include "cases/operation.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <set>

namespace ulna {
namespace {

using code::Literals;

/// So many at most of each kind count. Those beside what never ran come first.
constexpr size_t kMostOfEach = 96;

template <class T>
std::span<const T> first_ones(const std::vector<T>& all) {
  return {all.data(), std::min(all.size(), kMostOfEach)};
}

/// The number itself, its neighbours, and what lies a little to either side.
float near(float x, Random& random) {
  switch (random.below(4)) {
  case 0:
  case 1:
    return x;
  case 2:
    return std::nextafter(x, random.one_in(2) ? INFINITY : -INFINITY);
  default: {
    const double side = random.sign();
    return static_cast<float>(x * (1 + std::ldexp(side, -random.between(3, 22))));
  }
  }
}

uint32_t integer_near(const Literals& literals, Random& random) {
  const std::span<const int32_t> all = first_ones(literals.integers);
  return static_cast<uint32_t>(all[random.below(all.size())]) + uint32_t(random.between(-1, 1));
}

/// A word of that kind in the place of one, or the same.
uint32_t literal_word(char kind, uint32_t word, const Literals& literals, Random& random) {
  if (kind == 'f') {
    const std::span<const float> all = first_ones(literals.floats);
    return all.empty() ? word
                       : std::bit_cast<uint32_t>(near(all[random.below(all.size())], random));
  }
  if (literals.integers.empty()) return word;
  const uint32_t number = integer_near(literals, random);
  if (kind == 'b') {
    const size_t shift = 8 * random.below(4);
    return (word & ~(0xffu << shift)) | (number & 0xff) << shift;
  }
  return kind == 'h' ? number & 0xffff : kind == 'q' ? number & 0xff : number;
}

void set_words(Case& c, size_t a, size_t one_in, const Literals& literals, Random& random) {
  constexpr size_t kStructureOneIn = 4; // of those: much else depends on it
  Array& array = c.arrays[a];
  const ArraySpec& spec = c.operation->arrays[a];
  const size_t period = spec.period(c);
  for (size_t first = 0; first + period <= array.words(); first += period) {
    if (!random.one_in(one_in)) continue;
    const size_t word = first + random.below(period);
    const char kind = spec.letter(c, word);
    if (kind == 's' && !random.one_in(kStructureOneIn)) continue;
    array.set_word(word, literal_word(kind, array.word(word), literals, random));
  }
}

} // namespace

std::vector<size_t> literal_counts(const Literals& literals, const Operation& op, size_t least,
                                   size_t most) {
  std::set<size_t> sizes{1}; // bytes
  const Case empty = make_case(op);
  for (const ArraySpec& spec : op.arrays)
    if (spec.stride < 0) sizes.insert(spec.size_in_memory(spec.element_size(empty)));
  std::vector<size_t> counts;
  for (const int32_t literal : first_ones(literals.integers))
    for (const size_t size : sizes) {
      const size_t count = size_t(literal) / size;
      if (count >= least && count <= most && std::ranges::find(counts, count) == counts.end())
        counts.push_back(count);
    }
  return counts;
}

std::vector<size_t> literal_rests(const Literals& literals) {
  constexpr size_t kMostModuli = 12, kMostRests = 16;
  constexpr size_t kLong = 20'000, kOf17Bits = 70'000;
  std::set<size_t, std::greater<>> counts;
  const std::span<const int32_t> moduli = literals.moduli;
  for (const int32_t literal : moduli.first(std::min(moduli.size(), kMostModuli))) {
    const auto modulus = static_cast<size_t>(literal);
    const auto multiple_beyond = [&](size_t n) { return (n / modulus + 1) * modulus; };
    const size_t multiple = multiple_beyond(kLong);
    for (size_t rest = 0; rest <= kMostRests; ++rest) counts.insert(multiple - 1 + rest);
    size_t left = kMostRests;
    for (const int32_t rest : first_ones(literals.integers))
      if (left > 0 && size_t(rest) < modulus && counts.insert(multiple + size_t(rest)).second)
        --left;
    for (const size_t n : {kOf17Bits, kOf17Bits + modulus}) counts.insert(multiple_beyond(n));
  }
  return {counts.begin(), counts.end()};
}

Case with_literals(Case c, const Literals& literals, Random& random) {
  constexpr size_t kIntegersOneIn = 8;
  std::vector<int32_t> integers = c.integers; // those of the case say where its words are
  if (!integers.empty() && !literals.integers.empty() && random.one_in(kIntegersOneIn))
    integers[random.below(integers.size())] = static_cast<int32_t>(integer_near(literals, random));
  const size_t one_in = 1 + random.below(4);
  for (size_t a = 0; a < c.arrays.size(); ++a) set_words(c, a, one_in, literals, random);
  c.integers = std::move(integers);
  make_valid(c);
  enter_domain(c);
  return c;
}

std::vector<Case> at_literal_reals(const Case& c, const Literals& literals, Random& random) {
  constexpr int kBits = 22;
  std::vector<Case> out;
  if (!c.operation->real) return out;
  for (const float x : first_ones(literals.floats))
    for (const float real : {x, std::nextafter(x, INFINITY), std::nextafter(x, -INFINITY), 1 - x,
                             x * random.beside(1, kBits), x * random.beside(1, kBits)}) {
      out.push_back(c);
      out.back().real = real;
    }
  return out;
}

std::vector<Case> at_literal_cosines(const Operation& op, const Literals& literals,
                                     Random& random) {
  if (!op.with_cosines) return {};
  return op.with_cosines(op, first_ones(literals.floats), random);
}

std::vector<Case> at_literal_influences(const Operation& op, const Literals& literals,
                                        uint64_t seed) {
  if (!op.with_influences) return {};
  constexpr size_t kLeast = 4, kHighest = 20'000; // of a vertex
  constexpr size_t kMany = 1'000;                 // of what multiples come to
  constexpr size_t kVertices = 8;
  size_t left = 60'000; // of all
  std::vector<size_t> counts;
  const auto add = [&](size_t count) {
    if (count < kLeast || count > std::min(kHighest, left)) return;
    left -= count;
    counts.push_back(count);
  };
  for (const int32_t literal : first_ones(literals.moduli)) {
    const auto modulus = static_cast<size_t>(literal);
    add((1 + kMany / modulus) * modulus);
    add(2 * modulus);
    size_t count = modulus; // its halves, of which it may be known
    for (add(count); count % 2 == 0; add(count)) count /= 2;
  }
  for (const size_t count : literal_counts(literals, op, kLeast, kHighest))
    for (const size_t by : {0, 1, 2}) add(count + 1 - size_t(by));
  std::vector<Case> out;
  for (size_t first = 0; first < counts.size(); first += kVertices) {
    const auto some = std::span(counts).subspan(first, std::min(kVertices, counts.size() - first));
    out.push_back(op.with_influences(some, seed, first));
  }
  return out;
}

} // namespace ulna
