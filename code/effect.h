// What an instruction writes, lane by lane, and what each lane is made of.
#pragma once

#include "code/decode.h"

#include <bitset>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ulna::code {

/// What is followed by itself: a general register, a flag, a mask register, 32 bits of a vector
/// register, and, of the operand in memory that is read, 32 bits.
using Unit = uint16_t;

inline constexpr Unit kGeneral = 0, kFlag = 16, kMask = 22, kLane = 30;
inline constexpr unsigned kFlags = 6, kVectors = 32, kLanes = 16; ///< CF PF AF ZF SF OF
inline constexpr Unit kMemoryLane = kLane + kVectors * kLanes;
inline constexpr size_t kUnits = kMemoryLane + kLanes;
using Units = std::bitset<kUnits>;

inline Unit lane(unsigned vector, unsigned number) {
  return Unit(kLane + vector * kLanes + number);
}

/// What units hold before an instruction: equal names, equal values. One that is a number (see
/// number_in) chooses: lanes by their numbers, and what a mask lets through.
using Names = std::function<std::string(Unit)>;
/// A name for each unit.
std::string value_before(Unit unit);

/// Gives what an operation makes of operands a name. `what` has all that changes the result but the
/// operands, such as "addps" or "roundps/1"; "addpd.0" is the lower half of what is made of 64
/// bits.
using Makes = std::function<std::string(std::string_view what, std::span<const std::string> of)>;

/// The name of a number.
std::string name_of_number(uint64_t number);
/// The number that a name is of, if it is of one.
std::optional<uint64_t> number_in(std::string_view name);

/// What a unit becomes: equal texts, equal values, wherever the instructions read the same memory.
struct Written {
  Unit unit = 0;
  std::string value;
  Units uses; ///< that the value depends on
};

/// What becomes of some bytes of the operand in memory, or of those that a push stores.
struct Stored {
  unsigned offset = 0; ///< from its first byte
  unsigned bytes = 0;
  std::string value;

  /// The value where a mask keeps what was there.
  static constexpr std::string_view kAsItIs = "as it is";
};

struct Effect {
  bool known = false; ///< if not, it may read and write anything, and all else here is empty
  std::vector<Written> written; ///< each unit once
  std::vector<Stored> stored;   ///< of all stores but repeated ones
  std::string loads;            ///< what is read from memory: where, how much, aligned or not
  std::string stores;           ///< where, and what
  Units always;                 ///< what addresses, stores and jumps depend on
  Units lane_numbers; ///< those that only choose lanes, by the lowest byte of 32 bits at most
};

/// Of calls and returns nothing is known. Where nobody makes names, they are texts that say how
/// values are made.
Effect effect_of(const Decoded& d, uint64_t address, const Names& names = value_before,
                 const Makes& makes = nullptr);

/// What a known instruction reads for the sake of these units behind it.
Units read_for(const Effect& effect, const Units& behind);

/// The effect for who asks which units are read but for their lowest byte, where these are read
/// behind it at all: a copy reads them where its own are, and what only chooses lanes does not.
Effect above_lowest_byte(Effect effect, const Units& behind);

/// The value of a unit behind the instruction.
std::string value_behind(const Effect& effect, Unit unit, const Names& names = value_before);

} // namespace ulna::code
