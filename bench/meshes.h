// Skinned meshes to convert.
#pragma once

#include "operations/conversion/conversion.h"

#include <string>

namespace ulna::bench {

struct Mesh : conversion::Mesh {
  std::string name;

  /// For a port. It lives as long as the vectors stay as they are.
  ulna_skinned_mesh argument() const;
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
