#include "bench/wall_time.h"

#include "base/random.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace ulna::bench {
namespace {

using Way = std::function<void()>;

double seconds_of(const Way& way, size_t calls) {
  const auto begin = std::chrono::steady_clock::now();
  for (size_t i = 0; i < calls; ++i) way();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() /
         double(calls);
}

/// The first call finds caches and threads cold.
size_t calls_for(const Way& way, double seconds) {
  way();
  return size_t(seconds / seconds_of(way, 1)) + 1;
}

} // namespace

std::vector<WallTime> wall_times(const std::vector<Way>& ways, const Effort& effort) {
  std::vector<size_t> order(ways.size()), calls;
  std::iota(order.begin(), order.end(), 0);
  for (const Way& way : ways) calls.push_back(calls_for(way, effort.seconds));
  std::vector<std::vector<double>> seconds(ways.size());
  Random random(0, 0x77616c6c);
  for (int i = 0; i < effort.repetitions; ++i) {
    for (size_t left = order.size(); left > 1; --left)
      std::swap(order[left - 1], order[random.below(left)]);
    for (const size_t way : order) seconds[way].push_back(seconds_of(ways[way], calls[way]));
  }
  std::vector<WallTime> times;
  for (std::vector<double>& each : seconds) {
    std::ranges::sort(each);
    times.push_back({.seconds = each[each.size() / 2], .fastest = each.front()});
  }
  return times;
}

} // namespace ulna::bench
