#include "calls/shared/convention.h"
#include "calls/shared/leftover_words.h"
#include "calls/worker/x86/call.h"
#include "calls/worker/x86/registers.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

namespace ulna {
namespace {

/// How much of the vector registers there is, and the system keeps.
uint32_t vector_bytes() {
  static const uint32_t bytes =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") ? 64
      : __builtin_cpu_supports("avx")                                         ? 32
                                                                              : 16;
  return bytes;
}

/// Of the x87 unit: free and as the ABI wants it, but for what it says of earlier computations.
void leave_x87(uint32_t bits, uint8_t (&environment)[28]) {
  constexpr uint32_t kStatus = 0x7f7f; // flags, conditions, and which register is the top
  const uint32_t words[] = {0xffff0000 | arena::kOwnConvention.controls[1].owed,
                            0xffff0000 | (bits & kStatus), 0xffffffff};
  std::memcpy(environment, words, sizeof words);
}

WatchedCall image(Leftovers leftovers) {
  using Word = decltype(WatchedCall::mark); // a general register
  WatchedCall call{};
  for (size_t i = 0; i < std::size(call.vectors) * 16; ++i)
    call.vectors[i / 16][i % 16] = vector_lane(leftovers, i);
  uint64_t number = 0;
  const auto next = [&] { return general_register(leftovers, number++); };
  const auto next_word = [&] { return static_cast<Word>(next()); };
  fill_undefined(call, next_word, next);
  // Never a value that is there anyway where the frame is not written: what clobbers is seen.
  call.mark = static_cast<Word>(next() ^ 0xc0ff'ee5a'17ed'0000);
  for (Word i = 0; i < std::size(call.saved); ++i)
    call.saved[i] = saved_as_others(leftovers) ? next_word() : call.mark + i;
  call.below = static_cast<Word>(uint64_t{call.vectors[0][1]} << 32 | call.vectors[0][0]);
  call.words_below = kBytesBelow / sizeof(Word);
  call.frame = static_cast<Word>(frame_bytes(leftovers));
  call.vector_bytes = vector_bytes();
  constexpr Word kAlwaysSet = 0x202;
  call.flags = kAlwaysSet | (call.scratch[0] & kArithmeticFlags);
  constexpr uint32_t kSticky = 0x3f;
  call.mxcsr = static_cast<uint32_t>(call.scratch[1]) & kSticky;
  leave_x87(static_cast<uint32_t>(call.scratch[1]), call.x87);
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
