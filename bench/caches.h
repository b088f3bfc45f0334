// The sizes of this processor's caches, and which of them something fits into.
#pragma once

#include <array>
#include <cstddef>

namespace ulna::bench {

enum class Level : unsigned char { l1, l2, l3, memory };
inline constexpr size_t kLevels = 4;

/// "L1", "L2", "L3", "DRAM".
const char* name(Level level);

struct Caches {
  std::array<size_t, 3> bytes{}; ///< L1 for data, L2, L3, as one core sees them; 0: there is none

  /// The first that holds so many bytes.
  Level level_of(size_t working_set) const;
  size_t largest() const;
  /// A working set so large that little of it is cached.
  size_t beyond() const { return 4 * largest(); }
};

/// As the kernel knows them, or else the C library. Throws BadInput where neither does.
Caches this_machines_caches();

} // namespace ulna::bench
