// What machine code computes, as expressions over the floats that it was given.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulna::formulas {

/// What an expression makes of its operands. Floats have 32 bits, or 64 where the expression is
/// wide; each operation rounds once, to the nearest, or flushes as the call does.
enum class Kind : uint8_t {
  input,     ///< a float of the case, or a word of an output array as the call found it: `text`
  number,    ///< a constant of the code, or what follows from integers and addresses alone
  undefined, ///< what the ABI leaves undefined, or memory that nobody wrote: `text`
  kept,      ///< memory of a library that is neither constant nor written in this call: `text`
  add,
  subtract,
  multiply,
  divide,
  minimum, ///< the second operand, unless the first is less
  maximum, ///< the second operand, unless the first is greater
  square_root,
  fused, ///< the product of two, plus the third, rounded once
  negate,
  absolute,
  reciprocal,             ///< an approximation by the instruction `text`
  reciprocal_square_root, ///< the same
  bit_and,
  bit_or,
  bit_xor,
  compare, ///< all bits set or none: `number` has the relations for which it is true
  select,  ///< the second operand where the sign of the first is set, otherwise the third
  widen,   ///< a float to 64 bits
  narrow,  ///< back
  pair,    ///< two lanes as 64 bits, the lower first
  low,     ///< the lower 32 bits
  high,
  other ///< an instruction that has no meaning of its own here: `text`
};

/// Relations of two floats, as bits of Expression::number.
inline constexpr uint64_t kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8;

/// Of a lane.
inline constexpr uint64_t kAllBits = 0xffff'ffff;

struct Expression {
  Kind kind = Kind::number;
  bool wide = false;
  /// It depends on an input, or on what is undefined or kept. Of all others the value is known.
  bool symbolic = false;
  uint32_t id = 0; ///< operands have lower ones
  uint64_t number = 0;
  std::string text;
  std::vector<const Expression*> of;
  /// Its value in the call that was followed, where that is known.
  mutable std::optional<uint64_t> bits;
};

/// All expressions of one call, each once: equal expressions are one. Where values are computed
/// MXCSR must be as in the call.
class Expressions {
public:
  const Expression* number(uint64_t bits);
  const Expression* leaf(Kind kind, std::string text, std::optional<uint64_t> bits);

  /// Simplified where that changes no bit of any value (but for those of NaNs): moves, signs,
  /// masks of all bits or none, operations on numbers alone.
  const Expression* make(Kind kind, bool wide, std::vector<const Expression*> of,
                         uint64_t number = 0, std::string text = {});

  const Expression* at(uint32_t id) const { return &all_.at(id); }
  size_t size() const { return all_.size(); }

private:
  struct Key {
    Kind kind;
    bool wide;
    uint64_t number;
    std::string text;
    std::vector<uint32_t> of;
    auto operator<=>(const Key&) const = default;
  };
  const Expression* simplified(Kind kind, const std::vector<const Expression*>& of);
  const Expression* add(Key key, std::vector<const Expression*> of, std::optional<uint64_t> bits);

  std::deque<Expression> all_;
  std::map<Key, const Expression*> known_;
};

/// What the operation makes of these bits, in the rounding and flushing of this thread's MXCSR.
/// Nothing where that is up to the processor.
std::optional<uint64_t> value_of(Kind kind, bool wide, uint64_t number,
                                 const std::vector<uint64_t>& of);

/// Whether both are the same float, or NaNs: which of them comes out is not followed.
bool same_float(uint64_t a, uint64_t b, bool wide);

/// Whether the processor agrees with the value that the expression has: of one without a value, and
/// of half a NaN, it always does.
bool agrees(const Expression& e, uint64_t bits);

} // namespace ulna::formulas
