// What the watched calls of several machines have in common. `WatchedCall` is the machine's record
// of one, with `function`, `integers` (the argument registers), `stack_integers`, `steps` and
// `times`.
#pragma once

#include "calls/shared/convention.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace ulna {

/// Where the upper half of a register that carries an int32 is no part of the interface.
inline uint64_t with_any_upper_half(uint64_t before, uint32_t value) {
  return (before & ~uint64_t{0xffffffff}) | value;
}

/// Places the arguments for a convention that counts integers and floats apart, each from the left:
/// integers in registers, and further ones on the stack, eight bytes each. `place_real` is handed
/// the bits of the float, of which a call has one at most; `int32(before, value)` is what a
/// register holds that carries an int32, and held something before.
template <class WatchedCall, class PlaceReal, class Int32>
void place_arguments(const arena::Call& call, WatchedCall& watched, const PlaceReal& place_real,
                     const Int32& int32) {
  using arena::Call;
  constexpr size_t kInRegisters = std::size(WatchedCall{}.integers);
  static_assert(arena::kMaxArguments <= kInRegisters + std::size(WatchedCall{}.stack_integers));
  size_t integers = 0;
  for (size_t i = 0; i < call.num_arguments; ++i) {
    const Call::Argument& argument = call.arguments[i];
    if (argument.array == Call::Argument::kReal) {
      place_real(static_cast<uint32_t>(argument.value));
      continue;
    }
    const size_t at = integers++;
    uint64_t& to =
        at < kInRegisters ? watched.integers[at] : watched.stack_integers[at - kInRegisters];
    if (at < kInRegisters) watched.steps[at] = argument.step;
    to = argument.array == Call::Argument::kInteger
             ? int32(to, static_cast<uint32_t>(argument.value))
         : argument.array == Call::Argument::kNull
             ? 0
             : arena::guarded_address(call, size_t(argument.array)) + argument.value;
  }
  watched.num_stack_integers = integers > kInRegisters ? integers - kInRegisters : 0;
  watched.times = call.times;
}

/// Makes the call as often as it says, by `once`, the arguments a step farther each time; up to one
/// that comes back in another state than it owes. The arguments are as before at the end.
template <class WatchedCall, class Once, class IsAsOwed>
void make_calls(WatchedCall& call, const Once& once, const IsAsOwed& is_as_owed) {
  uint64_t before[std::size(WatchedCall{}.integers)];
  std::copy(std::begin(call.integers), std::end(call.integers), before);
  once();
  for (uint32_t i = 1; i < call.times && is_as_owed(); ++i) {
    for (size_t k = 0; k < std::size(before); ++k) call.integers[k] += call.steps[k];
    once();
  }
  std::copy(std::begin(before), std::end(before), call.integers);
}

} // namespace ulna
