// Which registers, lanes and flags hold the same value, wherever the code gets to.
#pragma once

#include "code/code_map.h"
#include "code/effect.h"

#include <unordered_map>

namespace ulna::code {

/// The number of a value: equal numbers, equal values, for as long as no block is entered that
/// several lead to.
using Value = uint32_t;

/// What each unit holds at one place.
using Held = std::array<Value, kUnits>;

/// Numbers values by the text that says how they are made.
class ValueNumbers {
public:
  /// Those of another are kept, which must live as long and get no more meanwhile.
  explicit ValueNumbers(const ValueNumbers* others = nullptr);

  Value of(const std::string& text);
  /// What texts call it: the value itself, where it is a constant.
  std::string name(Value value) const;

private:
  const ValueNumbers* others_;
  Value first_; ///< behind those of the others
  std::unordered_map<std::string, Value> numbers_;
  std::vector<std::string> names_;
};

/// Each unit with a value of its own, which nothing else has but at this place.
Held all_different(const std::string& place, ValueNumbers& numbers);

/// What one instruction makes of the values before it: of all units, where that is not known.
using Writes = std::vector<std::pair<Unit, Value>>;
void take(const Writes& writes, Held& held);

struct Step {
  Effect effect;
  Writes writes;
};
/// Constants of the map that it loads are numbers.
Step step_of(const Decoded& d, uint64_t address, const Held& before, ValueNumbers& numbers,
             const CodeMap& map);

/// Follows copies, and what is computed from equal values in the same way, forwards through the
/// code: the value numbering of compilers. Where blocks meet, equal is what is equal on each way;
/// behind a jump on equality of two registers these are. Values in memory are not followed, but for
/// constants: each load has one of its own.
class Values {
public:
  explicit Values(const CodeMap& map);

  /// Whether the block's values are known. They are not where exceptions may come back to places
  /// that no jump leads to, nor where a jump of the map was not understood.
  bool follows(uint32_t block) const { return heads_[block].has_value(); }

  /// Before an instruction, by index, of a block that is followed.
  Held before(size_t instruction) const;
  /// What it writes.
  const Writes& writes(size_t instruction) const { return writes_[instruction]; }

  /// Of each instruction, with what is known before it.
  std::vector<Effect> effects() const;

  const ValueNumbers& numbers() const { return numbers_; }

private:
  /// Two values that are equal if the zero flag is set.
  using Compared = std::optional<std::pair<Value, Value>>;
  struct Way { ///< behind a block
    Held held;
    Compared compared;
  };

  void find_entered();
  void find_followed();
  Held head_of(uint32_t block);
  Held on_the_way(uint32_t from, uint32_t to) const;
  Way through(uint32_t block, Held held);

  const CodeMap& map_;
  ValueNumbers numbers_;
  std::vector<bool> follows_, entered_; ///< entered: not only from other blocks
  std::vector<std::vector<uint32_t>> predecessors_;
  std::vector<std::optional<Held>> heads_; ///< before each block
  std::vector<std::optional<Way>> ways_;   ///< behind each block
  std::vector<Writes> writes_;             ///< of each instruction
};

} // namespace ulna::code
