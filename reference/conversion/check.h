// The judge of convert_to_blended_mesh and convert_to_indexed_blended_mesh: whether what a port
// handed back is a valid conversion. Written from docs/conversion.md clause by clause, and from
// nothing else.
#pragma once

#include "reference/conversion/mesh.h"

#include <string>
#include <vector>

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
const char* name(Clause clause);

struct Quality {
  uint32_t subsets = 0;
  uint32_t lower_bound = 0;     ///< on subsets for the same influences; 0 where not asked for
  double weight_lost_sum = 0;   ///< of the source vertices, each vertex's weight counting as one
  double weight_lost_worst = 0; ///< of one vertex
  uint32_t worst_vertex = 0;    ///< the source vertex that lost it; 0 where none lost any
  uint32_t vertices_in = 0;     ///< source vertices that faces use
  uint32_t vertices_out = 0;
};

struct Check {
  Clause clause = Clause::none;
  std::string detail; ///< one line: where, what is there, what is owed
  Quality quality;    ///< of a valid conversion

  bool valid() const { return clause == Clause::none; }
};

/// Judges a conversion and says the first clause that does not hold, in the order of the document;
/// but
///  - a wrong code and impossible counts come before all, as nothing can be read then;
///  - while the ranges are broken (clause 2), the corners of the faces (1) are not looked at;
///  - stored weights and indices that cannot be read (7: NaN, negative, no entry of the row, a bone
///    named twice) come before clauses 3 to 6, which speak of them;
///  - a vertex with an influence that rule 3 dropped (5) is not held to clause 4.
/// Whatever the conversion holds, this ends and stays inside the arrays. Where an error is owed and
/// returned the rest is not read.
Check check_conversion(const SkinnedMesh& mesh, const ulna_conversion_limits& limits, bool indexed,
                       const Conversion& conversion, bool with_lower_bound = false);

} // namespace ulna::reference
