// The words that Leftovers stand for, for the registers and the stack of any machine.
#pragma once

#include "cases/leftovers.h"

#include <array>
#include <cstdint>
#include <iterator>
#include <optional>

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
inline constexpr uint64_t kWordsBelow = 2048;

/// Fills what a machine's record has of the caller's frame and of callee-saved registers. `next`
/// gives one general register after the other.
template <class WatchedCall, class Next>
void fill_kept(Leftovers leftovers, WatchedCall& call, const Next& next) {
  // Never a value that is there anyway where the frame is not written: what clobbers is seen.
  call.mark = next() ^ 0xc0ff'ee5a'17ed'0000;
  for (size_t i = 0; i < std::size(call.saved); ++i)
    call.saved[i] = saved_as_others(leftovers) ? next() : call.mark + i;
  call.words_below = kWordsBelow;
  call.frame = frame_bytes(leftovers);
}

/// The image of each kind of leftovers, of which all are made at the first call. They stay where
/// they are.
template <class Image>
const Image& image_of(Leftovers leftovers) {
  static const auto images = [] {
    std::array<std::optional<Image>, kNumLeftovers> all;
    for (unsigned i = 0; i < kNumLeftovers; ++i) all[i].emplace(static_cast<Leftovers>(i));
    return all;
  }();
  return *images[static_cast<unsigned>(leftovers) % kNumLeftovers];
}

} // namespace ulna
