// The judge of convert_to_blended_mesh and convert_to_indexed_blended_mesh: whether what a port
// handed back is a valid conversion. Written from docs/conversion.md clause by clause, and from
// nothing else.
#pragma once

#include "reference/conversion/clause.h"
#include "reference/conversion/mesh.h"

#include <string>

namespace ulna::reference {

const char* name(Clause clause);

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
