// What transform_verts_and_tangents and its form for distant models owe: a position, a normal and a
// tangent for each vertex.
#pragma once

#include "operations/skinning/skinning.h"

namespace ulna::skinning {

inline constexpr size_t kBasePerVertex = 3;

/// The products of the three base vectors with the matrix of each vertex: the weighted sum over its
/// influences, or that of the first as it is. The case must be valid, and outlive the evaluator.
std::unique_ptr<Evaluator> evaluate_vectors(const Case& c, Influences influences);

/// See Operation::set_usual_w.
void set_usual_w(Case& c);

} // namespace ulna::skinning
