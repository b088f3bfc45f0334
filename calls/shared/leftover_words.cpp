#include "calls/shared/leftover_words.h"

#include <bit>

namespace ulna {
namespace {

constexpr uint64_t kLanes = 16; // of the widest vectors but SVE's and RISC-V's

/// Bits without a pattern (the last steps of SplitMix64).
uint64_t scrambled(uint64_t i) {
  uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

} // namespace

uint32_t vector_lane(Leftovers leftovers, uint64_t i) {
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
  case Leftovers::alike:
    return kAlike;
  case Leftovers::counting:
    return kCountsFrom + static_cast<uint32_t>(i % kLanes);
  case Leftovers::mixed: {
    const auto bits = static_cast<uint32_t>(scrambled(i));
    const unsigned kind = (bits >> 8) % (2 * kNumLeftovers);
    return kind == 0 || kind >= kNumLeftovers ? bits : vector_lane(static_cast<Leftovers>(kind), i);
  }
  }
  return 0;
}

uint64_t general_register(Leftovers leftovers, uint64_t i) {
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
  case Leftovers::alike:
    return uint64_t{kAlike} << 32 | kAlike;
  case Leftovers::counting:
    return kCountsFrom + i;
  case Leftovers::mixed:
    break;
  }
  return scrambled(i + 1000);
}

bool saved_as_others(Leftovers leftovers) {
  return leftovers == Leftovers::zeros || leftovers == Leftovers::ones ||
         leftovers == Leftovers::all_bits || leftovers == Leftovers::large ||
         leftovers == Leftovers::alike || leftovers == Leftovers::counting;
}

uint64_t frame_bytes(Leftovers leftovers) {
  constexpr uint64_t kLeast = 1024;
  constexpr uint64_t kUndefined = 0xff0;
  return kLeast + (scrambled(static_cast<uint64_t>(leftovers)) & kUndefined);
}

} // namespace ulna
