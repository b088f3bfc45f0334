#include "calls/worker/x86_64/call.h"

#include "calls/shared/leftover_words.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace ulna {
namespace {

/// How much of the vector registers there is, and the system keeps.
uint64_t vector_bytes() {
  static const uint64_t bytes =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") ? 64
      : __builtin_cpu_supports("avx")                                         ? 32
                                                                              : 16;
  return bytes;
}

WatchedCall image(Leftovers leftovers) {
  WatchedCall call{};
  for (size_t i = 0; i < 32 * 16; ++i) call.vectors[i / 16][i % 16] = vector_lane(leftovers, i);
  uint64_t number = 0;
  const auto next = [&] { return general_register(leftovers, number++); };
  for (uint64_t& x : call.integers) x = next();
  for (uint64_t& x : call.stack_integers) x = next();
  for (uint64_t& x : call.masks) x = next();
  call.rax = next();
  call.r10 = next();
  call.r11 = next();
  // Never a value that is there anyway where the frame is not written: what clobbers is seen.
  call.mark = next() ^ 0xc0ff'ee5a'17ed'0000;
  for (size_t i = 0; i < std::size(call.saved); ++i)
    call.saved[i] = saved_as_others(leftovers) ? next() : call.mark + i;
  call.below = uint64_t{call.vectors[0][1]} << 32 | call.vectors[0][0];
  call.words_below = kWordsBelow;
  call.frame = frame_bytes(leftovers);
  call.vector_bytes = vector_bytes();
  constexpr uint64_t kAlwaysSet = 0x202;
  call.flags = kAlwaysSet | (call.rax & kArithmeticFlags);
  constexpr uint32_t kSticky = 0x3f;
  call.mxcsr = static_cast<uint32_t>(call.r10) & kSticky;
  return call;
}

} // namespace

void leave(Leftovers leftovers, WatchedCall& call) {
  static const auto images = [] {
    std::array<WatchedCall, kNumLeftovers> all;
    for (unsigned i = 0; i < kNumLeftovers; ++i) all[i] = image(static_cast<Leftovers>(i));
    return all;
  }();
  call = images[static_cast<unsigned>(leftovers) % kNumLeftovers];
}

} // namespace ulna
