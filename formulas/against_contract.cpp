#include "formulas/against_contract.h"

#include "base/bits.h"
#include "base/random.h"
#include "formulas/sum_of_products.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <vector>

namespace ulna::formulas {
namespace {

using Is = WordProof::Is;

/// Of 24 bits each: two different sums of products of three factors agree at one such point by an
/// accident of less than one in a million (Schwartz and Zippel).
constexpr int kPoints = 5;

float drawn(Random& random) {
  const auto fraction = static_cast<uint32_t>(random.below(1U << 23));
  const auto exponent = static_cast<uint32_t>(random.between(125, 127));
  return std::bit_cast<float>(exponent << 23 | fraction);
}

/// The case with other floats, all positive: sums of absolute values are the sums themselves. The
/// float argument stays where no formula has it: then it says what is to be done.
Case with_other_floats(Case c, bool draws_real, Random& random) {
  if (draws_real) c.real = drawn(random) / 2; // below one
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = c.operation->arrays[a];
    if (spec.word_in_memory() != 4) continue;
    for (size_t w = 0; w < c.arrays[a].size() / 4; ++w) {
      if (spec.letter(c, w) != 'f') continue;
      const float value = drawn(random);
      std::memcpy(c.arrays[a].data() + 4 * w, &value, sizeof value);
    }
  }
  return c;
}

uint32_t bits_of(const Case& c, const InputPlace& input) {
  if (!input.array) return std::bit_cast<uint32_t>(c.real);
  uint32_t bits = 0;
  std::memcpy(&bits, c.arrays[*input.array].data() + 4 * input.word, sizeof bits);
  return bits;
}

/// A factor's value for a case: of an input, or, of what is left of 1, the exact one or the float.
Exact value_of_factor(const Expression& e, Factors factors, const Case& c, const Lift& lift) {
  const auto as_float = [&](const auto& self, const Expression& x) -> float {
    if (x.kind == Kind::input) return std::bit_cast<float>(bits_of(c, *lift.input(x.id)));
    if (x.kind == Kind::number) return std::bit_cast<float>(static_cast<uint32_t>(x.number));
    const float a = self(self, *x.of[0]), b = self(self, *x.of[1]);
    return x.kind == Kind::add ? a + b : a - b;
  };
  const auto exact = [&](const auto& self, const Expression& x) -> Exact {
    if (x.of.empty()) return Exact(as_float(as_float, x));
    const Exact a = self(self, *x.of[0]), b = self(self, *x.of[1]);
    return x.kind == Kind::add ? Exact(a + b) : Exact(a - b);
  };
  return factors == Factors::what_is_left ? exact(exact, e) : Exact(as_float(as_float, e));
}

struct Values {
  Exact value;
  Exact terms; ///< the absolute values of what is added up
};

/// What the terms add up to for a case.
Values values_of(const SumOfProducts& sum, Factors factors, const Case& c, const Lift& lift) {
  std::map<uint32_t, Exact> known;
  for (const auto& [id, e] : sum.factors) known[id] = value_of_factor(*e, factors, c, lift);
  Values out;
  for (const auto& [product, term] : sum.terms) {
    Exact value = 1;
    for (const uint32_t id : product) value *= known[id];
    out.value += term.coefficient * value;
    out.terms += abs(Exact(term.mass * value));
  }
  return out;
}

/// Whether the exact value, known as well as it is, is that of the reference.
bool is(const Exact& value, const reference::Approx& reference) {
  const Exact known = Exact(reference.value) + Exact(reference.tail);
  const Exact apart = value > known ? Exact(value - known) : Exact(known - value);
  return apart <= Exact(reference.error);
}

WordProof undecided(std::string why) {
  WordProof out;
  out.remark = std::move(why);
  return out;
}

} // namespace

/// A case, and who knows what is owed for it.
struct Drawn {
  explicit Drawn(Case with) : c(std::move(with)), evaluator(c.operation->evaluate(c)) {}
  Drawn(const Drawn&) = delete;
  Case c;
  std::unique_ptr<Evaluator> evaluator;
};

namespace {

/// The expectation of a word for a case.
struct Owed {
  const Case* c;
  Clause clause{};
  uint32_t bits = 0;
  reference::Approx exact;
  double bound = 0, width = 0;
};

Owed owed_for(const Drawn& drawn, size_t array, size_t word) {
  const Case& c = drawn.c;
  const size_t words = c.operation->arrays[array].words(c), w = word % words;
  Expectation e;
  drawn.evaluator->expect(array, word / words, reference::Rung::top, e);
  return {&c,
          e.clause[w],
          e.clause[w] == Clause::copied ? e.bits[w] : bits_of(c, {array, word}),
          e.exact[w],
          e.bound[w],
          e.width[w]};
}

/// Whether the float argument of the call is in it.
bool has_real(const Expression& e, const Lift& lift, std::set<uint32_t>& seen) {
  if (!seen.insert(e.id).second) return false;
  if (e.kind == Kind::input) return !lift.input(e.id)->array;
  return std::any_of(e.of.begin(), e.of.end(),
                     [&](const auto* o) { return has_real(*o, lift, seen); });
}

WordProof proof_of_copy(const std::vector<Owed>& all, const Lift& lift, const Expression& e) {
  const InputPlace* input = e.kind == Kind::input ? lift.input(e.id) : nullptr;
  if (!input) return undecided("owed is a copy; it is computed");
  for (const Owed& owed : all)
    if (bits_of(*owed.c, *input) != owed.bits) return undecided("it is a copy of another word");
  WordProof out;
  out.is = Is::copy;
  return out;
}

WordProof proof_of_sum(const std::vector<Owed>& all, const Lift& lift, const Expression& e,
                       Factors factors) {
  const auto expanded = sum_of_products(e, factors);
  if (const auto* why = std::get_if<std::string>(&expanded))
    return undecided("no sum of products: " + *why);
  const auto& sum = std::get<SumOfProducts>(expanded);
  if (!sum.each_once()) return undecided("parts of a product cancel, or meet");
  if (sum.has_others()) return undecided("it depends on more than its products");
  if (!sum.only_parts)
    return undecided("a result on the way is no part of the sum, and may be large");
  WordProof out;
  out.products = sum.terms.size();
  out.roundings = sum.roundings();
  // 1 + gamma_k of floats times that of what has 64 bits, less 1: docs/bounds.md.
  const double k = out.roundings * 0x1p-24, wide = sum.wide_roundings() * 0x1p-53;
  const double gamma = (k + wide) / (1 - k - wide);
  double least = INFINITY;
  for (const Owed& owed : all) {
    const Values values = values_of(sum, factors, *owed.c, lift);
    if (!is(values.value, owed.exact)) return undecided("it is another sum than is owed");
    const double part = gamma * values.terms.convert_to<double>() / owed.bound;
    out.of_bound = std::max(out.of_bound, part);
    least = std::min(least, part);
  }
  constexpr double kSame = 1e-6;
  out.for_all_values = out.of_bound - least <= kSame * out.of_bound;
  if (!(out.of_bound <= 1))
    return undecided(fmt::format("its {} roundings may come to {:.4f} of the bound", out.roundings,
                                 out.of_bound));
  out.is = Is::sum;
  return out;
}

} // namespace

struct AgainstContract::Impl {
  Impl(const Case& c, const Lift& followed, uint64_t seed) : lift(followed) {
    call.emplace_back(c);
    for (const bool draws_real : {false, true}) {
      Random random(seed, 0x70726f6f66);
      for (int point = 0; point < kPoints; ++point)
        others[draws_real].emplace_back(with_other_floats(c, draws_real, random));
    }
  }

  const Lift& lift;
  std::deque<Drawn> call;                  ///< one
  std::array<std::deque<Drawn>, 2> others; ///< the second with another float argument, too
};

AgainstContract::AgainstContract(const Case& c, const Lift& lift, uint64_t seed) {
  if (c.operation->evaluate) impl_ = std::make_unique<Impl>(c, lift, seed);
}
AgainstContract::~AgainstContract() = default;

WordProof AgainstContract::word(size_t array, size_t index) const {
  if (!impl_) return undecided("no value alone is owed");
  const Lift& lift = impl_->lift;
  const Expression* e = lift.word(array, index);
  if (!e) return undecided("it does not depend on floats");
  const Drawn& call = impl_->call.front();
  if (call.c.operation->arrays[array].words(call.c) > kMaxWords)
    return undecided("its elements have more words than are told apart");
  const Clause of_call = owed_for(call, array, index).clause;
  std::vector<Owed> all;
  std::set<uint32_t> seen;
  for (const Drawn& drawn : impl_->others[has_real(*e, lift, seen)]) {
    all.push_back(owed_for(drawn, array, index));
    if (all.back().clause != of_call) return undecided("of other floats something else is owed");
  }
  if (of_call == Clause::copied || of_call == Clause::untouched)
    return proof_of_copy(all, lift, *e);
  if (of_call != Clause::bounded ||
      std::any_of(all.begin(), all.end(), [](const Owed& owed) { return owed.width != 0; }))
    return undecided("what is owed is no sum of products");
  WordProof first;
  for (const Factors factors :
       {Factors::inputs, Factors::what_is_left, Factors::what_is_left_as_is}) {
    const WordProof proof = proof_of_sum(all, lift, *e, factors);
    if (proof.is == Is::sum) return proof;
    if (factors == Factors::inputs) first = proof;
  }
  return first;
}

} // namespace ulna::formulas
