#include "cases/objective.h"

#include "cases/operation.h"

#include <numeric>

namespace ulna {
namespace {

constexpr size_t kMostElements = 64;
constexpr uint64_t kRandomCases = uint64_t{1} << 30;

/// Some neighbours of a random case of the generator.
Case scatter(const Operation& op, size_t /*kind*/, Random& random) {
  const uint64_t seed = random.next();
  Case c = op.generate(seed, op.num_edge_cases + random.below(kRandomCases));
  c.note.clear();
  const size_t size = op.size(c);
  if (size <= kMostElements) return c;
  std::vector<size_t> kept(kMostElements);
  std::iota(kept.begin(), kept.end(), random.below(size - kMostElements + 1));
  return op.keep(c, kept);
}

/// The words of all floats that the operation reads and does not write, as (array, word).
std::vector<std::pair<size_t, size_t>> floats_of(const Case& c) {
  std::vector<std::pair<size_t, size_t>> words;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = c.operation->arrays[a];
    if (spec.output) continue;
    for (size_t w = 0; w < c.arrays[a].words(); ++w) // behind a period lies what nothing reads
      if (w % spec.words(c) < spec.period(c) && spec.letter(c, w) == 'f') words.emplace_back(a, w);
  }
  return words;
}

Case vary(const Case& best, Random& random) {
  constexpr size_t kMostSteps = 4;
  Case c = best;
  const auto words = floats_of(c);
  if (words.empty()) return c;
  for (size_t n = random.size(1, kMostSteps); n > 0; --n) {
    const auto [array, word] = words[random.below(words.size())];
    const float before = std::bit_cast<float>(c.arrays[array].word(word));
    c.arrays[array].set_word(word, std::bit_cast<uint32_t>(stepped(before, 20, random)));
  }
  if (c.operation->real && random.one_in(4)) c.real = stepped(c.real, 20, random);
  return c;
}

constexpr Objective kPlain{0, 1, scatter, vary};
constexpr Objective kGenerated{0, 1, scatter, nullptr};

} // namespace

float stepped(float x, int bits, Random& random) {
  const int power = random.between(0, bits);
  const auto far = static_cast<uint32_t>(std::ldexp(1.0 + random.unit(), power));
  const uint32_t magnitude = std::bit_cast<uint32_t>(x) & 0x7fffffff;
  constexpr uint32_t kInfinity = 0x7f800000;
  const bool up = random.one_in(2);
  if (magnitude >= kInfinity || (up ? kInfinity - magnitude : magnitude) <= far) return x;
  return std::copysign(std::bit_cast<float>(up ? magnitude + far : magnitude - far), x);
}

const Objective& objective_of(const Operation& op) {
  return op.objective ? *op.objective : kPlain;
}

const Objective& uniform_objective_of(const Operation& op) {
  return op.uniform_objective ? *op.uniform_objective : kGenerated;
}

} // namespace ulna
