// The order of vertices that are sorted by their number of influences.
// Source: Adventures in data-oriented design, part 4: Skinning it to 11.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace ulna::reference {

/// The new number of each vertex: fewer influences come first, and of as many the one that came
/// first.
inline std::vector<uint32_t> places_by_influences(std::span<const uint32_t> num_influences) {
  std::vector<uint32_t> order(num_influences.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return num_influences[a] < num_influences[b]; });
  std::vector<uint32_t> places(order.size());
  for (uint32_t place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

} // namespace ulna::reference
