// An expression expanded: which products of inputs it adds up, and how often each is rounded.
#pragma once

#include "formulas/expression.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace ulna::formulas {

using Exact = boost::multiprecision::cpp_rational;

/// Factors by the ids of their expressions, sorted; one that is there twice is squared.
using Product = std::vector<uint32_t>;

/// What is a factor of its own, beside inputs.
enum class Factors : uint8_t {
  inputs,             ///< nothing else
  what_is_left,       ///< 1 - x, and 1 less a sum, which is rounded once for each operation
  what_is_left_as_is, ///< the same, as the float that it is: its roundings do not count
};

struct Term {
  Exact coefficient;
  Exact mass; ///< the sum of the absolute values of what was added up to it
  /// At most so many on the way of any part of it: to floats, and to 64 bits.
  unsigned roundings = 0, wide_roundings = 0;
};

struct SumOfProducts {
  std::map<Product, Term> terms;                 ///< also those that cancel, whose mass is not zero
  std::map<uint32_t, const Expression*> factors; ///< of the expression, in a term or not

  /// Whether each result on the way adds up parts of the terms, of which none is larger than its
  /// term: what bounds the terms bounds them, too.
  bool only_parts = true;

  /// Whether no term has parts that cancel or meet.
  bool each_once() const;
  /// Whether a factor is in no term: only an infinity or a NaN there would show.
  bool has_others() const;
  unsigned roundings() const;
  unsigned wide_roundings() const;
};

/// Expands it. What is no sum of products is described instead: "sqrt(x * x + ...)". A product with
/// a power of two, and a sum with zero, are not rounded; underflow is not looked at.
std::variant<SumOfProducts, std::string> sum_of_products(const Expression& e,
                                                         Factors factors = Factors::inputs);

} // namespace ulna::formulas
