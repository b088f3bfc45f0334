// Generated influences: weights that share out a vertex, and the matrices that they name.
#pragma once

#include "operations/shared/special_values.h"

#include <algorithm>
#include <array>
#include <span>

namespace ulna {

/// Appends up to four weights that add up to one but for their rounding; now and then to another
/// sum.
inline void append_partition(std::vector<float>& weights, size_t count, Random& r) {
  const SpecialShares special(count, r);
  const bool is_special = r.one_in(16);
  std::array<double, 4> shares{};
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += shares[i] = is_special     ? special[i]
                       : r.one_in(16) ? 0
                       : r.one_in(8)  ? r.unit() * 1e-4
                                      : r.unit();
  const double whole = r.one_in(16) ? r.uniform(-1, 2) : 1;
  for (size_t i = 0; i < count; ++i)
    weights.push_back(static_cast<float>(sum > 0 ? shares[i] / sum * whole : shares[i]));
}

/// One of the last few or the first few matrices of the palette each; the very last one for the
/// last three vertices, which ports have loops for, with loads of their own.
inline void use_ends_of_palette(std::span<uint32_t> indices, size_t influences, size_t matrices,
                                Random& r) {
  const size_t few = std::min<size_t>(matrices, 4);
  for (uint32_t& index : indices) {
    const size_t from_end = r.below(few);
    index = static_cast<uint32_t>(r.one_in(2) ? from_end : matrices - 1 - from_end);
  }
  if (!indices.empty()) indices.front() = static_cast<uint32_t>(matrices - 1);
  const size_t last = std::min(3 * influences, indices.size());
  std::ranges::fill(indices.last(last), static_cast<uint32_t>(matrices - 1));
}

/// Appends the matrices that a vertex names: often those of the vertex before it, and now and then
/// one twice. `alike`: one vertex in so many is like the one before.
inline void append_joints(std::vector<uint32_t>& indices, size_t count, bool has_neighbour,
                          size_t alike, size_t matrices, Random& r) {
  const bool copies = has_neighbour && r.one_in(alike);
  for (size_t i = 0; i < count; ++i)
    indices.push_back(copies                  ? indices[indices.size() - count]
                      : i > 0 && r.one_in(16) ? indices.back()
                                              : uint32_t(r.below(matrices)));
}

} // namespace ulna
