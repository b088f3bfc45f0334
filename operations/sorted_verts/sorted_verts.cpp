#include "operations/sorted_verts/sorted_verts.h"

#include "operations/shared/mend.h"
#include "operations/shared/reduce.h"
#include "operations/vertex_blending/vertex_blending.h"

#include <numeric>

namespace ulna::sorted_verts {
namespace {

Counts counts_of(const Case& c) {
  Counts counts;
  const auto stored = c.arrays[kCounts].as<int32_t>();
  for (size_t k = 0; k < counts.size(); ++k) counts[k] = static_cast<size_t>(stored[k]);
  return counts;
}

/// Counts that come to `vertices`, as much like those given as can be.
Counts mended(std::span<const int32_t> given, size_t vertices) {
  Counts counts;
  size_t left = vertices;
  size_t last = 0;
  for (size_t k = 0; k < counts.size(); ++k) {
    counts[k] = std::min<size_t>(left, mend::below(static_cast<uint32_t>(given[k]), vertices + 1));
    left -= counts[k];
    if (counts[k] > 0) last = k;
  }
  counts[last] += left;
  return counts;
}

} // namespace

size_t num_indices(const Counts& counts) {
  return counts[0] + num_weights(counts);
}

size_t num_weights(const Counts& counts) {
  return 2 * counts[1] + 3 * counts[2] + 4 * counts[3];
}

Groups::Groups(const Case& c) : counts_(counts_of(c)) {}

Groups::Place Groups::operator[](size_t vertex) const {
  Place place{1, 0, 0};
  for (const size_t count : counts_) {
    const bool here = vertex < count || place.influences == kMostInfluences;
    const size_t before = place.influences * (here ? vertex : count);
    place.first_index += before;
    if (place.influences > 1) place.first_weight += before;
    if (here) break;
    vertex -= count;
    ++place.influences;
  }
  return place;
}

std::vector<Vertex> unpacked(const Case& c) {
  const Groups groups(c);
  std::vector<Vertex> vertices(num_vertices(c));
  for (size_t v = 0; v < vertices.size(); ++v) {
    Vertex& vertex = vertices[v];
    vertex.position = c.arrays[kPositions].as<ulna_vec4>()[v];
    vertex.src_position = c.arrays[kSrcPositions].as<ulna_vec4>()[v];
    vertex.normal = vertex.src_normal = {};
    if (has_normals(c)) {
      vertex.normal = c.arrays[kNormals].as<ulna_vec4>()[v];
      vertex.src_normal = c.arrays[kSrcNormals].as<ulna_vec4>()[v];
    }
    const Groups::Place place = groups[v];
    for (size_t k = 0; k < place.influences; ++k)
      vertex.influences.push_back(
          {c.arrays[kJointIndices].word(place.first_index + k),
           place.influences == 1 ? 1
                                 : c.arrays[kJointWeights].as<float>()[place.first_weight + k]});
  }
  return vertices;
}

void pack(Case& c, std::span<const Vertex> vertices, bool has_normals) {
  for (const int a :
       {kPositions, kNormals, kSrcPositions, kSrcNormals, kJointIndices, kJointWeights, kCounts})
    c.arrays[size_t(a)].resize(0);
  for (size_t influences = 1; influences <= kMostInfluences; ++influences) {
    int32_t count = 0;
    for (const Vertex& v : vertices) {
      if (v.influences.size() != influences) continue;
      ++count;
      append(c.arrays[kPositions], v.position);
      append(c.arrays[kSrcPositions], v.src_position);
      if (has_normals) {
        append(c.arrays[kNormals], v.normal);
        append(c.arrays[kSrcNormals], v.src_normal);
      }
      for (const Influence& influence : v.influences) {
        append(c.arrays[kJointIndices], influence.joint);
        if (influences > 1) append(c.arrays[kJointWeights], influence.weight);
      }
    }
    append(c.arrays[kCounts], count);
  }
}

void make_valid(Case& c) {
  const size_t vertices = num_vertices(c);
  mend::set_count(c, kPositions, vertices);
  mend::set_count(c, kSrcNormals, has_normals(c) ? vertices : 0);
  mend::set_count(c, kNormals, has_normals(c) ? vertices : 0);
  mend::set_count(c, kCounts, kMostInfluences);
  const auto stored = c.arrays[kCounts].as<int32_t>();
  const Counts counts = mended(stored, vertices);
  for (size_t k = 0; k < counts.size(); ++k) stored[k] = static_cast<int32_t>(counts[k]);
  mend::set_count(c, kJointIndices, num_indices(counts));
  mend::set_count(c, kJointWeights, num_weights(counts));
  if (vertices > 0 && mend::count_of(c, kPalette) == 0) mend::set_count(c, kPalette, 1);
  if (mend::count_of(c, kPalette) > kMostMatrices) mend::set_count(c, kPalette, kMostMatrices);
  const size_t matrices = mend::count_of(c, kPalette);
  for (uint32_t& joint : c.arrays[kJointIndices].as<uint32_t>())
    joint = mend::below(joint, matrices);
}

void enter_domain(Case& c) {
  const Groups groups(c);
  mend::repair_unjudged(c, [&](size_t vertex) {
    const Groups::Place place = groups[vertex];
    const bool weighted = place.influences > 1;
    const int exponent = mend::safe_exponent(4 * place.influences, weighted ? 3 : 2);
    for (const int a : {kSrcPositions, kSrcNormals})
      if (a == kSrcPositions || has_normals(c))
        mend::tame({&c.arrays[size_t(a)].as<ulna_vec4>()[vertex].x, 4}, exponent);
    if (weighted)
      mend::tame(c.arrays[kJointWeights].as<float>().subspan(place.first_weight, place.influences),
                 exponent);
    for (size_t k = 0; k < place.influences; ++k)
      mend::tame(c.arrays[kPalette]
                     .as<ulna_mat44>()[c.arrays[kJointIndices].word(place.first_index + k)]
                     .m,
                 exponent);
  });
}

} // namespace ulna::sorted_verts
