#include "shards/shard.h"

#include "base/error.h"

#include <fmt/format.h>

#include <charconv>

namespace ulna {

std::pair<uint64_t, uint64_t> Shard::units(uint64_t count) const {
  // As in long division, which does not overflow where count * number would.
  const auto before = [&](uint64_t shards) {
    return count / of * shards + count % of * shards / of;
  };
  return {before(number - 1), before(number)};
}

std::string Shard::text() const {
  return fmt::format("{}/{}", number, of);
}

Shard parse_shard(const std::string& text) {
  Shard shard;
  const char* const last = text.data() + text.size();
  const auto first = std::from_chars(text.data(), last, shard.number);
  bool ok = first.ec == std::errc{} && first.ptr != last && *first.ptr == '/';
  if (ok) {
    const auto second = std::from_chars(first.ptr + 1, last, shard.of);
    ok = second.ec == std::errc{} && second.ptr == last && shard.number >= 1 &&
         shard.number <= shard.of && shard.of <= kMostShards;
  }
  if (!ok)
    throw BadInput(fmt::format("--shard {}: say which of how many, such as 3/8, from 1/n to n/n, "
                               "of at most {}",
                               text, kMostShards));
  return shard;
}

} // namespace ulna
