// What convert_to_blended_mesh and convert_to_indexed_blended_mesh share: all but the name and the
// form. A conversion is judged as a whole, by the checker of reference/conversion.
#pragma once

#include "cases/operation.h"
#include "reference/conversion/mesh.h"

namespace ulna::conversion {

/// The order of Operation::arrays: the mesh, and what the conversion writes.
enum : int {
  kIndices,
  kAttributes,
  kAdjacency, ///< empty: the mesh has none
  kFirstInfluence,
  kInfluences,
  kVertices,
  kNewIndices,
  kSubsets,
  kBones,
  kFaceRemap,
  kVertexRemap,
  kNewAdjacency,
  kCounts
};

/// The order of Operation::integers. kRigidBone -1 stands for UINT32_MAX.
enum : int { kMaxInfluences, kMaxBones, kRigidBone, kNumBones };

/// The whole operation but its name, member and generator.
Operation operation(bool indexed);

/// The mesh of a case. It lives as long as the case.
reference::SkinnedMesh mesh_of(const Case& c);
ulna_conversion_limits limits_of(const Case& c);

/// What generated output arrays are filled with: no conversion writes it by chance.
inline constexpr uint32_t kUnwritten = 0x7fc0dead;

/// The words of each output array, for the faces and limits of a case. Limits out of range get the
/// least that a port may count on.
std::vector<std::pair<int, size_t>> output_words(const Case& c);

/// See cases/mend.h: conversion_mend.cpp. The domain is what has to be converted, and not refused
/// with a code; but a mesh of faces without a vertex stays outside.
void make_valid(Case& c);
void enter_domain(Case& c, bool indexed);

/// What a call of a case gave. It lives as long as the results.
reference::Conversion conversion_of(const Results& results);

/// A mesh as vectors, for whoever makes cases: generators, the importer, tests.
struct Mesh {
  std::vector<uint32_t> indices, attributes, adjacency, first_influence{0};
  std::vector<ulna_influence> influences;
  uint32_t num_bones = 0;

  uint32_t num_vertices() const { return static_cast<uint32_t>(first_influence.size() - 1); }
  uint32_t num_faces() const { return static_cast<uint32_t>(attributes.size()); }
  /// It lives as long as the vectors stay as they are.
  reference::SkinnedMesh view() const {
    return {indices, attributes, adjacency, first_influence, influences, num_bones};
  }
  /// Adds a vertex with these influences, and returns its number.
  uint32_t add_vertex(std::span<const ulna_influence> of_vertex);
  void add_face(uint32_t a, uint32_t b, uint32_t c, uint32_t attribute);
};

/// Puts a mesh and limits into a case, and makes its output arrays as large as the worst case
/// needs, filled with what no conversion writes by chance.
void fill(Case& c, const Mesh& mesh, const ulna_conversion_limits& limits);

/// The mesh of a case, to be changed and filled in again.
Mesh copy_of(const Case& c);

} // namespace ulna::conversion
