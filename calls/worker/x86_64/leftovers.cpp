#include "calls/worker/x86_64/call.h"

#include "calls/shared/leftover_words.h"

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

struct Image {
  WatchedCall call{};

  explicit Image(Leftovers leftovers) {
    for (size_t i = 0; i < 32 * 16; ++i) call.vectors[i / 16][i % 16] = vector_lane(leftovers, i);
    uint64_t number = 0;
    const auto next = [&] { return general_register(leftovers, number++); };
    for (uint64_t& x : call.integers) x = next();
    for (uint64_t& x : call.stack_integers) x = next();
    for (uint64_t& x : call.masks) x = next();
    call.rax = next();
    call.r10 = next();
    call.r11 = next();
    fill_kept(leftovers, call, next);
    call.below = uint64_t{call.vectors[0][1]} << 32 | call.vectors[0][0];
    call.vector_bytes = vector_bytes();
    constexpr uint64_t kAlwaysSet = 0x202;
    call.flags = kAlwaysSet | (call.rax & kArithmeticFlags);
    constexpr uint32_t kSticky = 0x3f;
    call.mxcsr = static_cast<uint32_t>(call.r10) & kSticky;
  }
};

} // namespace

void leave(Leftovers leftovers, WatchedCall& call) {
  call = image_of<Image>(leftovers).call;
}

} // namespace ulna
