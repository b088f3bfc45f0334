#include "formulas/sum_of_products.h"

#include "formulas/print.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <set>

namespace ulna::formulas {
namespace {

using Terms = std::map<Product, Term>;

/// What cannot be expanded.
struct NoSum {
  const Expression* because;
};

Exact absolute(const Exact& x) {
  return x < 0 ? Exact(-x) : x;
}

void add_to(Terms& terms, const Product& product, const Term& term) {
  const auto [at, is_new] = terms.try_emplace(product, term);
  if (is_new) return;
  Term& sum = at->second;
  sum.coefficient += term.coefficient;
  sum.mass += term.mass;
  sum.roundings = std::max(sum.roundings, term.roundings);
  sum.wide_roundings = std::max(sum.wide_roundings, term.wide_roundings);
}

Terms rounded(Terms terms, bool wide) {
  for (auto& [product, term] : terms) ++(wide ? term.wide_roundings : term.roundings);
  return terms;
}

Terms scaled(Terms terms, int sign) {
  for (auto& [product, term] : terms) term.coefficient *= sign;
  return terms;
}

Terms sum(Terms a, const Terms& b) {
  for (const auto& [product, term] : b) add_to(a, product, term);
  return a;
}

Terms product(const Terms& a, const Terms& b) {
  Terms out;
  for (const auto& [of_a, term_a] : a)
    for (const auto& [of_b, term_b] : b) {
      Product both;
      std::merge(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(both));
      add_to(out, both,
             {term_a.coefficient * term_b.coefficient, term_a.mass * term_b.mass,
              term_a.roundings + term_b.roundings, term_a.wide_roundings + term_b.wide_roundings});
    }
  return out;
}

/// A constant power of two, which changes the exponent alone.
bool is_power_of_two(const Terms& terms) {
  if (terms.size() != 1 || !terms.begin()->first.empty()) return false;
  const Term& term = terms.begin()->second;
  const auto is_power = [](const boost::multiprecision::cpp_int& x) {
    return x > 0 && (x & (x - 1)) == 0;
  };
  return term.roundings + term.wide_roundings == 0 && absolute(term.coefficient) == term.mass &&
         is_power(numerator(term.mass)) && is_power(denominator(term.mass));
}

Terms constant(const Expression& e, bool wide) {
  const double value = wide ? std::bit_cast<double>(e.number)
                            : double{std::bit_cast<float>(static_cast<uint32_t>(e.number))};
  if (!std::isfinite(value)) throw NoSum{&e};
  if (value == 0) return {};
  const Exact exact(value);
  return {{{}, {exact, absolute(exact)}}};
}

bool is_one(const Expression& e) {
  return e.kind == Kind::number && e.number == std::bit_cast<uint32_t>(1.0F);
}

/// A sum of inputs, in whatever order.
bool is_plain_sum(const Expression& e) {
  if (e.kind == Kind::input || (e.kind == Kind::number && e.number == 0)) return true;
  return e.kind == Kind::add && !e.wide && is_plain_sum(*e.of[0]) && is_plain_sum(*e.of[1]);
}

unsigned operations(const Expression& e) {
  unsigned out = e.of.empty() ? 0 : 1;
  for (const Expression* o : e.of) out += operations(*o);
  return out;
}

class Expansion {
public:
  explicit Expansion(Factors kind) : kind_(kind) {}

  std::map<uint32_t, const Expression*> factors;

  Terms of(const Expression& e, bool wide) {
    const auto key = std::pair(e.id, wide && e.kind == Kind::number);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    Terms terms = made(e, wide);
    constexpr size_t kMost = 4096; // beyond that nobody reads it as a sum
    if (terms.size() > kMost) throw NoSum{&e};
    return known_.emplace(key, std::move(terms)).first->second;
  }

  /// Whether what was expanded on the way are parts of these.
  bool has_only_parts(const Terms& whole) const {
    return std::all_of(known_.begin(), known_.end(), [&](const auto& each) {
      return std::all_of(each.second.begin(), each.second.end(), [&](const auto& part) {
        return std::any_of(whole.begin(), whole.end(), [&](const auto& term) {
          return part.second.mass <= std::max(Exact(1), term.second.mass) &&
                 std::includes(term.first.begin(), term.first.end(), part.first.begin(),
                               part.first.end());
        });
      });
    });
  }

private:
  bool is_factor(const Expression& e) const {
    if (e.kind == Kind::input) return true;
    return kind_ != Factors::inputs && e.kind == Kind::subtract && !e.wide && is_one(*e.of[0]) &&
           is_plain_sum(*e.of[1]);
  }

  Terms made(const Expression& e, bool wide) {
    const auto operand = [&](size_t i) { return of(*e.of[i], e.wide); };
    if (is_factor(e)) {
      factors.emplace(e.id, &e);
      return {{{e.id}, {1, 1, kind_ == Factors::what_is_left ? operations(e) : 0}}};
    }
    switch (e.kind) {
    case Kind::number:
      return constant(e, wide);
    case Kind::negate:
      return scaled(operand(0), -1);
    case Kind::add:
      return added(operand(0), operand(1), e.wide);
    case Kind::subtract:
      return added(operand(0), scaled(operand(1), -1), e.wide);
    case Kind::multiply: {
      const Terms a = operand(0), b = operand(1);
      Terms out = product(a, b);
      return is_power_of_two(a) || is_power_of_two(b) ? out : rounded(std::move(out), e.wide);
    }
    case Kind::fused:
      return rounded(sum(product(operand(0), operand(1)), operand(2)), e.wide);
    case Kind::widen:
      return of(*e.of[0], false);
    case Kind::narrow:
      return rounded(of(*e.of[0], true), false);
    default:
      throw NoSum{&e};
    }
  }

  /// A sum with zero is exact.
  static Terms added(Terms a, const Terms& b, bool wide) {
    if (a.empty() || b.empty()) return sum(std::move(a), b);
    return rounded(sum(std::move(a), b), wide);
  }

  const Factors kind_;
  std::map<std::pair<uint32_t, bool>, Terms> known_;
};

} // namespace

bool SumOfProducts::each_once() const {
  return std::all_of(terms.begin(), terms.end(),
                     [](const auto& t) { return absolute(t.second.coefficient) == t.second.mass; });
}

bool SumOfProducts::has_others() const {
  std::set<uint32_t> there;
  for (const auto& [product, term] : terms) there.insert(product.begin(), product.end());
  return there.size() != factors.size();
}

unsigned SumOfProducts::roundings() const {
  unsigned most = 0;
  for (const auto& [product, term] : terms) most = std::max(most, term.roundings);
  return most;
}

unsigned SumOfProducts::wide_roundings() const {
  unsigned most = 0;
  for (const auto& [product, term] : terms) most = std::max(most, term.wide_roundings);
  return most;
}

std::variant<SumOfProducts, std::string> sum_of_products(const Expression& e, Factors factors) {
  Expansion expansion(factors);
  try {
    Terms terms = expansion.of(e, e.wide);
    const bool only_parts = expansion.has_only_parts(terms);
    return SumOfProducts{std::move(terms), std::move(expansion.factors), only_parts};
  } catch (const NoSum& none) {
    constexpr size_t kMost = 60;
    return print_short(*none.because, kMost);
  }
}

} // namespace ulna::formulas
