// The surface of one mesh in its bind pose, complete with normals and tangents.
#pragma once

#include "models/import/character.h"

struct aiMesh;

namespace ulna::importer {

/// Fills the positions, normals, tangents and texture coordinates of `mesh`. A missing tangent is
/// made from the texture coordinates; without those, or where they say nothing, it is any unit
/// vector perpendicular to the normal. Throws BadInput with one line for a position that is not
/// finite.
void add_surface(const aiMesh& from, Mesh& mesh);

} // namespace ulna::importer
