// Which faces are neighbours.
// Source: the documentation of D3DX, ID3DXBaseMesh::GenerateAdjacency; docs/conversion.md has the
// rules where it is silent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ulna::reference {

/// The point that each vertex is at: the number of the first vertex there. Positions are three
/// floats. Nothing where it could depend on how a port measures a distance: where positions are not
/// finite or denormal; where epsilon is neither 0 nor from 2^-60 to 2^60, or a coordinate above
/// 2^30 epsilon; and where a vertex is neither within epsilon / 4 of the first of its point in each
/// coordinate, nor farther from that of each other point than 2 epsilon in one.
std::optional<std::vector<uint32_t>> points_of(std::span<const float> positions, float epsilon);

/// The edges of a mesh from point to point.
class Edges {
public:
  /// points[v] is the point of vertex v; 3 indices for each face. Copies what it needs.
  Edges(std::span<const uint32_t> points, std::span<const uint32_t> indices);

  struct Edge {
    uint32_t from, to;
    uint32_t face;
    auto operator<=>(const Edge&) const = default;
  };

  /// The faces that may be named beyond edge k of a face. Refers to the edges.
  struct Beyond {
    std::span<const Edge> there, back; ///< each that has one of these,
    bool none;                         ///< or that there is none

    bool has(uint32_t face) const;
  };
  Beyond beyond(size_t face, size_t k) const;

  /// The first face that has edge k of a face the other way round, if there is one: it may be the
  /// face itself where both ends are one point.
  std::optional<uint32_t> first_back(size_t face, size_t k) const;

private:
  Edge edge(size_t face, size_t k) const { return by_face_[3 * face + k]; }
  std::span<const Edge> all(uint32_t from, uint32_t to) const;

  std::vector<Edge> by_face_;
  std::vector<Edge> sorted_;
};

} // namespace ulna::reference
