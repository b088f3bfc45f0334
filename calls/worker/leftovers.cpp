#include "calls/worker/call.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>

namespace ulna {
namespace {

constexpr size_t kWordsBelow = 2048; // 16 KiB: more than kernels keep on the stack

/// Bits without a pattern (the last steps of SplitMix64).
uint64_t scrambled(uint64_t i) {
  uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// The i-th lane of the vector registers.
uint32_t lane(Leftovers leftovers, uint64_t i) {
  const uint32_t sign = i % 2 ? 0x80000000 : 0;
  const auto digits = static_cast<uint32_t>(i + 1);
  switch (leftovers) {
  case Leftovers::zeros:
    return 0;
  case Leftovers::ones:
    return std::bit_cast<uint32_t>(1.0f);
  case Leftovers::all_bits:
    return 0xffffffff;
  case Leftovers::denormals:
    return sign | digits;
  case Leftovers::infinities:
    return sign | 0x7f800000;
  case Leftovers::nans:
    return sign | (i % 4 < 2 ? 0x7fc00000 : 0x7f800000) | digits;
  case Leftovers::large:
    return sign | (0x7f7fffff - digits);
  case Leftovers::mixed: {
    const auto bits = static_cast<uint32_t>(scrambled(i));
    const unsigned kind = (bits >> 8) % (2 * kNumLeftovers);
    return kind == 0 || kind >= kNumLeftovers ? bits : lane(static_cast<Leftovers>(kind), i);
  }
  }
  return 0;
}

/// The i-th general register, or the upper half of one.
uint64_t general(Leftovers leftovers, uint64_t i) {
  switch (leftovers) {
  case Leftovers::zeros:
    return 0;
  case Leftovers::ones:
    return 1;
  case Leftovers::all_bits:
    return ~uint64_t{0};
  case Leftovers::denormals:
    return 0x8000000080000000;
  case Leftovers::infinities:
    return 0x7fffffff7fffffff;
  case Leftovers::nans:
    return i % 2 ? 0xffffffff00000000 : 0x00000000ffffffff;
  case Leftovers::large:
    return 48 * (i + 1);
  case Leftovers::mixed:
    break;
  }
  return scrambled(i + 1000);
}

/// How much of the vector registers there is, and the system keeps.
uint64_t vector_bytes() {
  static const uint64_t bytes =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") ? 64
      : __builtin_cpu_supports("avx")                                         ? 32
                                                                              : 16;
  return bytes;
}

/// The bytes of the caller's frame: more than a port's own frame has as a rule, which one that
/// moves the stack pointer the wrong way takes from it. And each bit of the stack pointer, but for
/// those that the ABI defines, is set in some calls and not in others: nobody may rely on more.
uint64_t frame(Leftovers leftovers) {
  constexpr uint64_t kLeast = 1024;
  constexpr uint64_t kUndefined = 0xff0;
  return kLeast + (scrambled(static_cast<uint64_t>(leftovers)) & kUndefined);
}

/// Whether callee-saved registers hold zeros, small numbers and the like as well, which a port may
/// take for granted; elsewhere each holds a number of its own, so that what clobbers one is seen.
bool as_other_registers(Leftovers leftovers) {
  return leftovers == Leftovers::zeros || leftovers == Leftovers::ones ||
         leftovers == Leftovers::all_bits || leftovers == Leftovers::large;
}

WatchedCall image(Leftovers leftovers) {
  WatchedCall call{};
  for (size_t i = 0; i < 32 * 16; ++i) call.vectors[i / 16][i % 16] = lane(leftovers, i);
  uint64_t number = 0;
  const auto next = [&] { return general(leftovers, number++); };
  for (uint64_t& x : call.integers) x = next();
  for (uint64_t& x : call.stack_integers) x = next();
  for (uint64_t& x : call.masks) x = next();
  call.rax = next();
  call.r10 = next();
  call.r11 = next();
  // Never a value that is there anyway where the frame is not written: what clobbers is seen.
  call.mark = next() ^ 0xc0ff'ee5a'17ed'0000;
  for (size_t i = 0; i < std::size(call.saved); ++i)
    call.saved[i] = as_other_registers(leftovers) ? next() : call.mark + i;
  call.below = uint64_t{call.vectors[0][1]} << 32 | call.vectors[0][0];
  call.words_below = kWordsBelow;
  call.frame = frame(leftovers);
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
