// What the operations that blend vertices by 4x4 matrices share: update_skinned_mesh,
// blend_vertices, blend_vertices_indexed, blend_vertex_buffer and those with one number of
// influences.
#pragma once

#include "operations/shared/bounds.h"
#include "reference/vertex_blending.h"

namespace ulna::vertex_blending {

/// The bound of both, for people.
inline constexpr const char* kBound =
    "gamma_(n+1) * sum |w||m||v| for the n = 4s products of a position or 3s of a normal "
    "and s = num_weights + 1 matrices, gamma_n = n u / (1 - n u), u = 2^-24; plus (sum of "
    "|w|+|m|+|v|, plus n) * 2^-150 for underflow, or twice as many times 2^-126 and the "
    "terms with a denormal factor where the caller flushes; any order of summation, any "
    "association, with or without FMA; the last weight, as it is rounded in float, is taken as "
    "exact";

/// The order of Operation::arrays of blend_vertices and blend_vertices_indexed, and of their
/// integers.
enum : int { kDst, kSrc, kMatrices };
enum : size_t { kNumWeights };

/// reference::blend_sums on a rung.
template <size_t Rows, class MatrixOf>
std::array<reference::SkinSum, 3> sums_on(reference::Rung rung, const float* v, size_t count,
                                          const MatrixOf& matrix_of) {
  using namespace reference;
  return rung == Rung::fast   ? blend_sums<Fast, Rows>(v, count, matrix_of)
         : rung == Rung::wide ? blend_sums<Wide, Rows>(v, count, matrix_of)
                              : blend_sums<Top, Rows>(v, count, matrix_of);
}

/// The same, and what a port may take for other weights is noted, where it may.
template <size_t Rows, class MatrixOf>
std::array<reference::SkinSum, 3> sums_for(const Allowance& allowed, reference::Rung rung,
                                           const float* v, size_t count,
                                           const MatrixOf& matrix_of) {
  auto sums = sums_on<Rows>(rung, v, count, matrix_of);
  if (allowed.weights)
    reference::note_most(sums, count, [&](size_t i) {
      return sums_on<Rows>(reference::Rung::fast, v, 1, [&](size_t) { return matrix_of(i); });
    });
  return sums;
}

/// What is owed for three words from `word` on: a vector by weighted matrices, with `Rows` of their
/// rows. matrix_of as in reference::blend_sums.
template <size_t Rows, class MatrixOf>
void expect_vector(const float* v, size_t count, const MatrixOf& matrix_of, reference::Rung rung,
                   const Allowance& allowed, size_t word, Expectation& e) {
  for (const reference::SkinSum& s : sums_for<Rows>(allowed, rung, v, count, matrix_of)) {
    e.clause[word] = is_inside(s) ? Clause::bounded : Clause::unjudged;
    e.exact[word] = s.value;
    const Bound bound = bound_of_weighted_products(s, Rows * count, count, allowed);
    e.bound[word] = bound.value;
    e.quantity[word] = bound.underflow;
    ++word;
  }
}

/// Tames what takes part of a matrix: see operations/shared/mend.h.
void tame_matrix(ulna_mat44& mat, size_t rows, int exponent);

/// How vertices are blended. The last of the matrices has no stored weight.
struct Blend {
  size_t slots; ///< matrices of a vertex
  bool indexed;
  bool has_normals;
  Allowance allowed;

  size_t matrix_of(const ulna_blend_vertex& v, size_t slot) const {
    return indexed ? v.indices[slot] : slot;
  }
};

/// What is owed for a vertex: the position from word 0 on, and a normal from word 3.
void expect_vertex(const ulna_blend_vertex& v, std::span<const ulna_mat44> matrices,
                   const Blend& blend, reference::Rung rung, Expectation& e);

/// Tames what takes part of a vertex, and its matrices.
void tame_vertex(ulna_blend_vertex& v, std::span<ulna_mat44> matrices, const Blend& blend);

/// Throws BadInput for matrices of the case that are too many for a palette, or an index beyond
/// them.
void check_indices(const Case& c, std::span<const ulna_blend_vertex> src, size_t slots);

/// A vertex without a slot, whose weight and index nothing has any more. Without the last one, the
/// weight before it becomes the one that is not stored.
void remove_slot(ulna_blend_vertex& v, size_t slot);

/// How many of the first weights are stored at most, and how many matrices a palette may have.
inline constexpr size_t kMaxWeights = 3;
inline constexpr size_t kMaxPalette = 256;

/// blend_vertices or blend_vertices_indexed of so many vertices of a character, for other cases to
/// be made of.
Case generate_blended(bool indexed, size_t vertices, int num_weights, uint64_t seed, uint64_t i);

/// blend_vertices, or blend_vertices_indexed, but for its name, member, contract and generator.
Operation operation(bool indexed);

} // namespace ulna::vertex_blending
