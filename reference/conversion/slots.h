// The slots of a converted vertex: which bone has which weight when it is drawn.
#pragma once

#include "reference/conversion/mesh.h"

#include <algorithm>
#include <array>
#include <cfloat>

namespace ulna::reference {

// Sums of floats are rounded to float after each addition, as the pipeline does it.
static_assert(FLT_EVAL_METHOD == 0);

struct Slot {
  uint32_t bone = kNone; ///< kNone: behind the bones of the subset
  float weight = 0;
};

/// A vertex as it is drawn with the table's number of slots. The last slot's weight is implicit.
struct Slots {
  std::array<Slot, 4> slot;
  uint32_t count = 0;

  std::span<const Slot> all() const { return std::span(slot).first(count); }
  bool draws(uint32_t bone) const {
    const auto slots = all();
    return std::any_of(slots.begin(), slots.end(),
                       [=](const Slot& s) { return s.weight > 0 && s.bone == bone; });
  }
  uint32_t num_influences() const {
    const auto slots = all();
    return static_cast<uint32_t>(
        std::count_if(slots.begin(), slots.end(), [](const Slot& s) { return s.weight > 0; }));
  }
};

/// The weight of the last of `slots` slots.
inline float implicit_weight(const Slots& s, uint32_t slots) {
  float sum = 0;
  for (uint32_t k = 0; k + 1 < slots; ++k) sum += s.slot[k].weight;
  return 1 - sum;
}

/// Reads a vertex of a subset with these bones, drawn with 1 to 4 slots.
inline Slots slots_of(const ulna_blended_vertex& vertex, std::span<const uint32_t> row,
                      bool indexed, uint32_t count) {
  Slots slots;
  slots.count = count;
  for (uint32_t k = 0; k < count; ++k) {
    const uint32_t entry = indexed ? vertex.indices[k] : k;
    if (entry < row.size()) slots.slot[k].bone = row[entry];
    if (k + 1 < count) slots.slot[k].weight = vertex.weights[k];
  }
  slots.slot[count - 1].weight = implicit_weight(slots, count);
  return slots;
}

} // namespace ulna::reference
