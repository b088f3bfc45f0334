// What a library that is built with ulna/approximations.h and its judge agree on. (The header
// itself replaces the intrinsics of whoever includes it.)
#pragma once

#include <cstdint>

namespace ulna::approximations {

/// The exported variable by which the header makes itself known.
inline constexpr const char* kSymbol = "ulna_approximations_v2";

/// The one of a header that took the exact values while the library was loaded, whoever judged.
inline constexpr const char* kOldSymbol = "ulna_approximations_v1";

/// The environment variable that the header asks for the adversary, in decimal. Its name is in
/// every library in which the header replaces something.
inline constexpr const char* kVariable = "ULNA_APPROXIMATIONS_ADVERSARY";

/// ulna_approximations of the header.
struct Chooser {
  uint32_t struct_size;
  uint32_t chosen; ///< whether `adversary` is the one who chooses
  uint64_t adversary;
};

} // namespace ulna::approximations
