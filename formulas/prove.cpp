#include "formulas/prove.h"

#include "base/error.h"
#include "cases/make_case.h"
#include "cases/mend.h"
#include "formulas/against_contract.h"
#include "formulas/ordinary_case.h"
#include "formulas/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>

namespace ulna::formulas {
namespace {

constexpr size_t kCounts = 20, kLargest = 33;
constexpr size_t kLong = 100; // of what is told of an expression

/// The first of its elements alone.
Case first_of(const Case& c, size_t elements) {
  std::vector<size_t> kept(elements);
  std::iota(kept.begin(), kept.end(), size_t{0});
  Case out = c.operation->keep(c, kept);
  enter_domain(out);
  return out;
}

std::string undecided_by(const FollowedCall& call) {
  const Lifted& lifted = call.lift->result();
  if (!lifted.whole) return call.obstacle();
  if (!lifted.strangers.empty()) {
    const Stranger& s = lifted.strangers.front();
    return fmt::format("{} {} {}", s.place.text, s.writes ? "writes" : "reads", s.where);
  }
  if (!lifted.conditions.empty()) {
    const Condition& c = lifted.conditions.front();
    return fmt::format("the way depends on {}: {}", print_short(*c.of.front(), kLong),
                       c.place.text);
  }
  if (!lifted.addresses.empty()) {
    const FloatAddress& a = lifted.addresses.front();
    return fmt::format("an address depends on {}: {}", print_short(*a.of.front(), kLong),
                       a.place.text);
  }
  return {};
}

/// Adds what the words of the outputs are shown to be, up to the first that is undecided.
void add_words(const Case& c, const Lift& lift, uint64_t seed, Proof& proof) {
  const Operation& op = *c.operation;
  const AgainstContract contract(c, lift, seed);
  for (size_t a = 0; a < op.arrays.size(); ++a) {
    const ArraySpec& spec = op.arrays[a];
    if (!spec.output || c.arrays[a].size() == 0) continue;
    if (spec.word_in_memory() != 4) {
      proof.undecided = "it writes words of less than 32 bits";
      return;
    }
    for (size_t w = 0; w < c.arrays[a].size() / 4; ++w) {
      const WordProof word = contract.word(a, w);
      if (word.is == WordProof::Is::undecided) {
        proof.undecided = fmt::format(
            "{}: {}", input_name(op, a, w / spec.words(c), w % spec.words(c)), word.remark);
        return;
      }
      ++proof.words;
      proof.roundings = std::max(proof.roundings, word.roundings);
      proof.of_bound = std::max(proof.of_bound, word.of_bound);
      proof.for_all_values =
          proof.for_all_values && (word.is == WordProof::Is::copy || word.for_all_values);
    }
  }
}

void prove_shape(Session& session, const Shape& shape, uint64_t seed, Proof& proof) {
  Expressions expressions;
  const FollowedCall call = follow(session, shape.c, expressions);
  proof.undecided = undecided_by(call);
  if (proof.undecided.empty()) add_words(shape.c, *call.lift, seed, proof);
  if (!proof.undecided.empty())
    proof.undecided = fmt::format("{}: {}", shape.name, proof.undecided);
}

/// Each array at another alignment than in the shape before, and than its neighbour.
void place_as(size_t number, Case& c) {
  for (size_t a = 0; a < c.places.size(); ++a) {
    const size_t alignment = c.operation->arrays[a].alignment, steps = 64 / alignment;
    c.places[a] = {number % 2 == 0 ? Side::behind : Side::before,
                   static_cast<uint8_t>((number + 3 * a) % steps * alignment)};
  }
}

} // namespace

std::vector<Shape> shapes_of(const Operation& op, uint64_t seed) {
  std::vector<Shape> out;
  std::optional<Case> large;
  for (size_t elements = kLargest; !large && elements > 0; --elements) {
    try {
      large = ordinary_case(op, elements, seed);
    } catch (const BadInput&) { // none is as large
    }
  }
  for (size_t n = 1; large && n <= op.size(*large); ++n)
    if (n <= kCounts || n == kLargest)
      out.push_back({fmt::format("{} element{}", n, n == 1 ? "" : "s"), first_of(*large, n)});
  constexpr size_t kInfluences[] = {1, 2, 3, 4, 5, 6, 7, 8, 64};
  if (op.with_influences)
    for (const size_t n : kInfluences) {
      const std::array counts{n};
      Case c = op.with_influences(counts, seed, 0);
      c.flush = false;
      c.leftovers = {};
      enter_domain(c);
      out.push_back({fmt::format("{} influences", n), std::move(c)});
    }
  // What else operations can be told: numbers of influences, arrays that are absent, strides.
  constexpr size_t kGenerated = 24, kMostBytes = 16 << 10, kMostElements = 12;
  size_t generated = 0;
  for (uint64_t i = op.num_edge_cases; generated < kGenerated && i < op.num_edge_cases + 500; ++i) {
    Case c = op.generate(seed, i);
    const size_t size = op.size(c);
    if (size == 0 || c.same_array) continue;
    c = first_of(c, std::min(size, 1 + i % kMostElements));
    c.flush = false;
    c.leftovers = {};
    if (bytes_of(c) > kMostBytes) continue;
    out.push_back({fmt::format("case {} of the generator", i), std::move(c)});
    ++generated;
  }
  for (size_t i = 0; i < out.size(); ++i) place_as(i, out[i].c);
  return out;
}

Proof prove(Session& session, const Operation& op, uint64_t seed,
            const std::function<void(size_t done, size_t all)>& on_shape) {
  Proof proof;
  const std::vector<Shape> shapes = shapes_of(op, seed);
  for (const Shape& shape : shapes) {
    prove_shape(session, shape, seed, proof);
    if (!proof.undecided.empty()) break;
    on_shape(++proof.shapes, shapes.size());
  }
  return proof;
}

} // namespace ulna::formulas
