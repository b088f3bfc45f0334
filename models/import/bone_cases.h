// The cases of a character for the operations of Direct3D 9's kind: matrices of bones, vertices
// with influences, key meshes, bitangents.
#pragma once

#include "models/import/posed_mesh.h"

namespace ulna::importer {

/// Writes at least one case of each of them.
void write_bone_cases(const Animated& animated, Writer& writer);

} // namespace ulna::importer
