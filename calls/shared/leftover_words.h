// The words that Leftovers stand for, for the registers and the stack of any machine.
#pragma once

#include "cases/leftovers.h"

#include <cstdint>

namespace ulna {

/// The i-th lane of the vector registers.
uint32_t vector_lane(Leftovers leftovers, uint64_t i);

/// The i-th general register, or the upper half of one.
uint64_t general_register(Leftovers leftovers, uint64_t i);

/// Whether callee-saved registers hold zeros, small numbers and the like as well, which a port may
/// take for granted; elsewhere each holds a number of its own, so that what clobbers one is seen.
bool saved_as_others(Leftovers leftovers);

/// The bytes of the caller's frame: more than a port's own frame has as a rule, which one that
/// moves the stack pointer the wrong way takes from it. And each bit of the stack pointer, but for
/// those that the ABI defines, is set in some calls and not in others: nobody may rely on more.
uint64_t frame_bytes(Leftovers leftovers);

/// Of the stack below the call: 16 KiB, more than kernels keep there.
inline constexpr uint32_t kBytesBelow = 16 << 10;

} // namespace ulna
