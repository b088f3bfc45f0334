// The results of instructions as expressions, by the names that code/effect.h gives operations.
#pragma once

#include "formulas/expression.h"

#include <span>
#include <string>
#include <string_view>

namespace ulna::formulas {

class Instructions {
public:
  explicit Instructions(Expressions& expressions) : all_(expressions) {}

  /// What an operand or a result is called.
  static std::string name_of(const Expression& e);
  const Expression* named(std::string_view name);

  /// What the operation makes of operands (ulna::code::Makes). Where it has no meaning here that
  /// is an expression of Kind::other, without a value.
  std::string make(std::string_view what, std::span<const std::string> of);

private:
  using Operands = std::vector<const Expression*>;
  const Expression* result(std::string_view what, const Operands& of);
  const Expression* arithmetic(std::string_view name, bool wide, uint64_t number,
                               const Operands& of);
  const Expression* integer(std::string_view name, uint64_t number, const Operands& of);
  const Expression* moved(std::string_view name, const Operands& of);
  const Expression* low_bits(const Expression* e);
  const Expression* chosen_by_mask(unsigned bit, const Operands& of);
  const Expression* inverted(const Expression* e);
  const Expression* by_table(unsigned table, const Operands& of, size_t operand);
  const Expression* sum_of_products(const Operands& of);

  Expressions& all_;
};

} // namespace ulna::formulas
