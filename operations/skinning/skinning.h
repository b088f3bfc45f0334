// What transform_verts, transform_verts_and_tangents and its form for distant models share: the
// arrays, the rules for the weight list, cutting a case down.
#pragma once

#include "cases/operation.h"

namespace ulna::skinning {

/// The order of Operation::arrays.
enum : int { kVerts, kJoints, kBase, kWeights };

/// Which influences of a vertex take part: all with their weights, or the first as if its weight
/// were 1.
enum class Influences { all, first };

std::vector<ArraySpec> arrays();
std::vector<Argument> arguments(const Case& c);

/// The first weight entry of each vertex, and the number of entries at the end. Throws BadInput
/// where next_vertex_offset and the number of vertices contradict each other.
std::vector<uint32_t> first_influences(const Case& c);

/// Checks the weight list, the offsets, and that there are `base_per_vertex` base vectors for each
/// vertex, or one for each weight where it is 0.
void validate(const Case& c, size_t base_per_vertex);

/// See cases/mend.h. An entry whose next_vertex_offset is no sensible one ends a vertex if that
/// is odd; the ends say how many vertices there are.
void make_valid(Case& c, size_t base_per_vertex);
void enter_domain(Case& c, size_t base_per_vertex, Influences influences = Influences::all);

/// The case with the given vertices only; the joints stay.
Case keep(const Case& c, std::span<const size_t> vertices, size_t base_per_vertex);

/// Fewer influences, fewer joints.
std::vector<Reduction> reductions(const Case& c, size_t base_per_vertex);

/// A case with the given influences of each vertex: entries[v] lists entries of c's weight list.
Case with_influences(const Case& c, std::span<const std::vector<uint32_t>> entries,
                     std::span<const size_t> vertices, size_t base_per_vertex);

/// See Operation, of profiles: the first `most` influences of each vertex stay.
void limit_influences(Case& c, size_t most, size_t base_per_vertex);
std::vector<VertexWeights> vertex_weights(Case& c);

/// What is owed for the fourth component of a vector that is written.
inline Clause clause_of_w(const Case& c) {
  return c.profiles.has(Profile::w_is_padding) ? Clause::unjudged : Clause::untouched;
}

inline size_t num_vertices(const Case& c) {
  return c.arrays[kVerts].size() / sizeof(ulna_vertex);
}

extern const Objective kObjective;         ///< objective.cpp
extern const std::span<const Move> kMoves; ///< moves.cpp

} // namespace ulna::skinning
