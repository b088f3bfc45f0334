// One of n parts of a run that know nothing of each other and add up.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace ulna {

struct Shard {
  uint64_t number = 1, of = 1; ///< from 1

  /// Of units 0 to `count` - 1 those that are its own: from the first to before the second. Each
  /// unit belongs to one shard, and no shard has two more than another.
  std::pair<uint64_t, uint64_t> units(uint64_t count) const;

  /// "3/8", as --shard takes it.
  std::string text() const;
};

inline constexpr uint64_t kMostShards = 1'000'000;

/// As --shard takes it. Throws BadInput that names the option.
Shard parse_shard(const std::string& text);

} // namespace ulna
