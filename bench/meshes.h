// Skinned meshes to convert.
#pragma once

#include "ulna/port.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ulna::bench {

struct Mesh {
  std::string name;
  std::vector<uint32_t> indices, attributes;
  std::vector<uint32_t> first_influence{0};
  std::vector<ulna_influence> influences;
  uint32_t num_bones = 0;

  uint32_t num_faces() const { return uint32_t(attributes.size()); }
  uint32_t num_vertices() const { return uint32_t(first_influence.size() - 1); }
  ulna_skinned_mesh view() const;
};

/// How Assimp is asked to load, here and where it splits: with vertices that faces share.
unsigned load_steps();

/// All meshes of a model as one, attribute = number of the mesh; bones of the same name are one.
/// Throws BadInput.
Mesh load_mesh(const std::string& path);

/// Eight characters of 32 bones and 125,000 faces each: sheets of triangles whose vertices follow
/// up to four bones near them.
Mesh make_crowd();

} // namespace ulna::bench
