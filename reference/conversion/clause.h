// What a conversion owes, by number, and how good it is.
#pragma once

#include <cstdint>

namespace ulna::reference {

/// The clauses of docs/conversion.md, and what comes before them.
enum class Clause : uint8_t {
  none = 0, ///< valid
  faces = 1,
  ranges = 2,
  bones = 3,
  kept_weights = 4,
  largest = 5,
  cracks = 6,
  implicit_weight = 7,
  remaps = 8,
  drawing = 9,
  code = 10,  ///< not the code that is owed, or not its `where`
  counts = 11 ///< counts that the arrays cannot hold
};

struct Quality {
  uint32_t subsets = 0;
  uint32_t lower_bound = 0;     ///< on subsets for the same influences; 0 where not asked for
  double weight_lost_sum = 0;   ///< of the source vertices, each vertex's weight counting as one
  double weight_lost_worst = 0; ///< of one vertex
  uint32_t worst_vertex = 0;    ///< the source vertex that lost it; 0 where none lost any
  uint32_t vertices_in = 0;     ///< source vertices that faces use
  uint32_t vertices_out = 0;
};

} // namespace ulna::reference
