// What skin_aos_verts, skin_soa_verts, skin_interleaved_verts and skin_split_verts share: vertices
// that all have the same number of influences, in four layouts.
#pragma once

#include "cases/operation.h"

#include <span>

namespace ulna::uniform_verts {

/// The order of Operation::arrays: what is written, the streams of what is read (whole vertices,
/// positions and normals, or one for each of their components), the palette and what names and
/// weights its matrices.
enum : int { kDst, kFirstStream };
enum : size_t { kNumInfluences }; ///< of Operation::integers, but for has_four

inline constexpr size_t kMostInfluences = 4;
inline constexpr size_t kComponents = 6; ///< of a position and a normal

/// What Operation::uniform_layout points to.
struct Layout {
  /// Whether all vertices have four influences, and normals are the sums as they are. Else a call
  /// says how many there are, and normals are brought to unit length.
  bool has_four;
  /// Whether the palette is that of reorder_palette, and each component has a stream of its own.
  bool is_soa;
};
inline bool has_four(const Operation& op) {
  return op.uniform_layout->has_four;
}
inline bool has_four(const Case& c) {
  return has_four(*c.operation);
}

inline int num_streams(const Case& c) {
  return static_cast<int>(c.arrays.size()) - 4;
}
inline int palette_of(const Case& c) {
  return kFirstStream + num_streams(c);
}
inline int joint_indices_of(const Case& c) {
  return palette_of(c) + 1;
}
inline int joint_weights_of(const Case& c) {
  return palette_of(c) + 2;
}
inline bool is_soa(const Case& c) {
  return c.operation->uniform_layout->is_soa;
}
/// The floats that a stream has for each vertex: of whole vertices more than the components where
/// something only goes along.
inline size_t stream_width(const Case& c) {
  return c.operation->arrays[kFirstStream].words(c);
}

inline size_t num_vertices(const Case& c) {
  return c.arrays[kFirstStream].words() / stream_width(c);
}
/// The entries of joint_indices, and of joint_weights, that a vertex has.
inline size_t num_influences(const Case& c) {
  return has_four(c) ? kMostInfluences : size_t(c.integers[kNumInfluences]);
}
size_t num_matrices(const Case& c);
/// The matrices that 8 bits can name, or 16.
inline size_t most_matrices(const Operation& op) {
  return size_t{1} << 8 * op.arrays[op.arrays.size() - 2].word_in_memory();
}

/// A component of what is read of a vertex: of the position 0 to 2, of the normal 3 to 5.
float component(const Case& c, size_t vertex, size_t i);
void set_component(Case& c, size_t vertex, size_t i, float x);

/// A matrix of the palette as one for row vectors. Column 3 of a reordered one is zero, and is not
/// kept.
ulna_mat44 matrix_of(const Case& c, size_t joint);
void set_matrix(Case& c, size_t joint, const ulna_mat44& m);

/// See cases/mend.h: uniform_verts_mend.cpp.
void make_valid(Case& c);
void enter_domain(Case& c);

/// The case with these influences of each vertex, as numbers among its own: the same for all, 1 to
/// kMostInfluences of them, and one may come twice. Where all have four, each stays where it is,
/// and those that are not kept weigh nothing and name what their neighbour names.
Case with_influences(const Case& c, std::span<const uint32_t> kept);

/// What a contract says that brings normals to unit length.
inline constexpr const char* kDomain =
    "1 to 4 influences, the same number for all vertices; up to 256 matrices, of which a vertex "
    "may name one twice; weights of any size and sign; for each component of both sums, of w * "
    "(position, 1) * M and w * normal * M without row 3, the sums of |w||m||v|, |w||m|, |m||v| and "
    "|w||v| below FLT_MAX/4; and for a normal, else it is not judged: |s| from 2^-32 to 2^32, and "
    "all that s is off by (F below) at most |s|/16";
inline constexpr const char* kBound =
    "position: gamma_(n+1) * sum |w||m||v| for the n = 4k products of a component and k "
    "influences, gamma_n = n u / (1 - n u), u = 2^-24; plus (sum of |w|+|m|+|v|, plus n) * 2^-150 "
    "for underflow, or twice as many times 2^-126 and the terms with a denormal factor where the "
    "caller flushes; normal, divided by its length: with E_i that bound on s_i and n = 3k, F_i = "
    "E_i + gamma_3 (|s_i| + E_i), F = |F_i|, U = s/|s|, within ((1 - U_i^2) F_i + |U_i| sum over "
    "the others of |U_j| F_j + |U_i| F^2 / (|s| - F) + 2^-28 F) / (|s| - F); its length within "
    "1.5 * 2^-12 (1 + gamma_5) + gamma_5 = 3.665e-4 of 1; any order of summation, any association, "
    "with or without FMA";
inline constexpr const char* kSource =
    "L. Davies, Optimized CPU-based Skinning for 3D Games, 2004; RSQRTPS in the Intel 64 and IA-32 "
    "Architectures Software Developer's Manual, volume 2; Higham, Accuracy and Stability of "
    "Numerical Algorithms, 2nd ed., section 3.1";

/// The same where all vertices have four influences.
inline constexpr const char* kDomainOfFour =
    "four influences for each vertex, of which any may weigh nothing; up to 65536 matrices, of "
    "which a vertex may name one more than once; weights of any size and sign; for each component "
    "the sums of |w||m||v|, |w||m|, |m||v| and |w||v| below FLT_MAX/4; column 3, and row 3 for "
    "normals, may hold anything";
inline constexpr const char* kBoundOfFour =
    "gamma_(n+1) * sum |w||m||v| for the n = 16 products of a component of a position, or 12 of a "
    "normal, gamma_n = n u / (1 - n u), u = 2^-24; plus (sum of |w|+|m|+|v|, plus n) * 2^-150 for "
    "underflow, or twice as many times 2^-126 and the terms with a denormal factor where the "
    "caller flushes; any order of summation, any association, with or without FMA";
inline constexpr const char* kSourceOfFour =
    "Adventures in data-oriented design, part 4: Skinning it to 11; Higham, Accuracy and Stability "
    "of Numerical Algorithms, 2nd ed., section 3.1";

/// The whole operation but its name, member, contract and generator, and but for its arguments
/// where a call says how many influences there are. The layout must stay where it is.
Operation operation(const Layout& layout, std::vector<ArraySpec> arrays);

extern const Objective kObjective;         ///< objective.cpp
extern const std::span<const Move> kMoves; ///< moves.cpp

} // namespace ulna::uniform_verts
