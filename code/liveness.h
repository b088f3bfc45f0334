// Which registers, lanes and flags anything reads later.
#pragma once

#include "code/code_map.h"
#include "code/values.h"

namespace ulna::code {

/// Follows registers, lane by lane, and flags through the code, backwards. A return leads to
/// nothing but what the System V ABI says is kept or returned: from the map's entries, which are
/// operations, a whole number. A function of another library reads what the ABI makes arguments
/// (known ones, as of <math.h>, what they take), and what must be kept, which a landing pad may
/// read as well. A function of the map is followed from where it is called, and to all places that
/// are behind such calls. Memory is not followed: what is stored is read. What is not known reads
/// everything. Where the numbers of lanes, and masks, are known values, only what they choose is
/// read. The map must live as long.
class Liveness {
public:
  Liveness(const CodeMap& map, const Values& values);

  /// Behind an instruction, by index.
  const Units& behind(size_t instruction) const { return after_[instruction]; }
  /// Those of which more than the lowest byte is read: not the numbers of lanes that a permutation
  /// takes from a register.
  const Units& behind_above_lowest_byte(size_t instruction) const { return upper_[instruction]; }
  /// All that the instruction may read; nothing, where it only writes.
  const Units& read(size_t instruction) const { return read_[instruction]; }

private:
  /// How the functions that lead to a block begin, as far as that matters.
  struct Reached {
    bool by_address = false, called = false;
  };
  std::vector<Reached> reached() const;
  const Block* callee(const Block& block) const;
  uint32_t number_of(const Block& block) const;
  /// How a block ends: what is read for that, and which blocks are next. One that leaves, by a
  /// call, is left for good before it; one that hands on, by a call or return inside the map, is
  /// followed.
  struct End {
    enum class How : uint8_t { runs_on, hands_on, leaves } how;
    Units live;
    std::vector<uint32_t> next;
  };
  End end_of(const Block& block, Reached how) const;
  std::vector<End> ends() const;
  std::vector<Units> follow(const std::vector<Effect>& effects, const std::vector<End>& ends) const;
  /// Notes what is live behind each instruction on the way.
  static Units before_block(const Block& block, const End& end, Units live,
                            const std::vector<Effect>& effects, std::vector<Units>& after);

  const CodeMap& map_;
  std::vector<Units> after_, upper_; ///< live behind each instruction
  std::vector<Units> read_;
};

} // namespace ulna::code
