// Characters as Direct3D 9 draws them: three stored weights and four matrices for each vertex.

#include "bench/workloads/workload.h"
#include "operations/list.h"
#include "operations/shared/matrices.h"
#include "operations/shared/place.h"
#include "operations/vertex_blending/vertex_buffer.h"

namespace ulna::bench {
namespace {

using namespace vertex_blending;

constexpr size_t kSlots = kMaxWeights + 1;

bool is_indexed(const Operation& op) {
  return op.member != blend_vertices().member;
}

/// Influences as kInfluenceShares has them; the other slots weigh nothing, but for what roundings
/// leave to the last.
Case make(const Operation& op, size_t vertices, Random& random) {
  Case c = make_case(op);
  c.integers[kNumWeights] = int32_t{kMaxWeights};
  const size_t matrices = is_indexed(op) ? kNumJoints : kSlots;
  c.arrays[kMatrices].resize(matrices * sizeof(ulna_mat44));
  for (ulna_mat44& m : c.arrays[kMatrices].as<ulna_mat44>()) m = rigid_matrix(random);
  c.arrays[kDst].resize(vertices * sizeof(ulna_mesh_vertex));
  c.arrays[kSrc].resize(vertices * sizeof(ulna_blend_vertex));
  const auto src = c.arrays[kSrc].as<ulna_blend_vertex>();
  for (size_t v = 0; v < vertices; ++v) {
    std::vector<float> weights = weights_of(influences_of(v, vertices), random);
    weights.resize(kMaxWeights);
    std::ranges::copy(weights, src[v].weights);
    for (uint8_t& index : src[v].indices) index = uint8_t(random.below(kNumJoints));
    for (float& x : src[v].position) x = float(random.uniform(-2, 2));
    for (float& x : src[v].normal) x = float(random.uniform(-1, 1));
  }
  place(c, random);
  return c;
}

/// With texture coordinates behind the normal: D3DFVF_XYZB4, D3DFVF_LASTBETA_UBYTE4, D3DFVF_NORMAL
/// and D3DFVF_TEX1.
constexpr vertex_buffer::Format kFormat{
    .stored_weights = kMaxWeights, .indexed = true, .has_normals = true};
constexpr size_t kTextureCoordinates = 2 * sizeof(float);
constexpr size_t kSrcStride = sizeof(ulna_blend_vertex) + kTextureCoordinates;
constexpr size_t kDstStride = sizeof(ulna_mesh_vertex) + kTextureCoordinates;

Case make_buffer(const Operation& /*op*/, size_t vertices, Random& random) {
  Case c = vertex_buffer::in_buffer(make(blend_vertices_indexed(), vertices, random), kFormat,
                                    kDstStride, kSrcStride);
  place(c, random);
  return c;
}

/// The last weight, the weighted matrices, and what they make of a position and a normal.
constexpr double kFlops =
    double(kMaxWeights) + 12 * (2 * double(kSlots) - 1) + 3 * (kDot3 + 1) + 3 * kDot3;

constexpr double kRead = sizeof(ulna_blend_vertex), kWritten = sizeof(ulna_mesh_vertex);

Cost of_arrays(bool whole_lines) {
  return {.bytes = kRead + (whole_lines ? 2 : 1) * kWritten, .flops = kFlops};
}

Cost of_buffers(bool whole_lines) {
  return {.bytes = whole_lines ? double(kSrcStride + 2 * kDstStride) : kRead + kWritten,
          .flops = kFlops};
}

} // namespace

std::vector<Workload> vertex_blending_workloads() {
  return {{&blend_vertices(), make, of_arrays, kCharactersAndSums},
          {&blend_vertices_indexed(), make, of_arrays, kCharactersAndSums},
          {&blend_vertex_buffer(), make_buffer, of_buffers, kCharactersAndSums}};
}

} // namespace ulna::bench
