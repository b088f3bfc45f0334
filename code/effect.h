// What an instruction writes, lane by lane, and what each lane is made of.
#pragma once

#include "code/decode.h"

#include <bitset>
#include <functional>
#include <optional>

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

struct Effect {
  bool known = false; ///< if not, it may read and write anything, and all else here is empty
  std::vector<Written> written; ///< each unit once
  std::string loads;            ///< what is read from memory: where, how much, aligned or not
  std::string stores;           ///< where, and what
  Units always;                 ///< what addresses, stores and jumps depend on
  Units lane_numbers; ///< those that only choose lanes, by the lowest byte of 32 bits at most
};

/// Of calls and returns nothing is known.
Effect effect_of(const Decoded& d, uint64_t address, const Names& names = value_before);

/// What a known instruction reads for the sake of these units behind it.
Units read_for(const Effect& effect, const Units& behind);

/// The effect for who asks which units are read but for their lowest byte, where these are read
/// behind it at all: a copy reads them where its own are, and what only chooses lanes does not.
Effect above_lowest_byte(Effect effect, const Units& behind);

/// The value of a unit behind the instruction.
std::string value_behind(const Effect& effect, Unit unit, const Names& names = value_before);

} // namespace ulna::code
