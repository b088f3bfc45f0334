// The cases of a character for the operations of Direct3D 9's kind: matrices of bones, vertices
// with influences, key meshes, bitangents; sorted streams, and vertices with one number of
// influences.
#pragma once

#include "certify/import/writer.h"

namespace ulna::importer {

/// Writes at least one case of each of them.
void write_bone_cases(const Scene& scene, Writer& writer);

} // namespace ulna::importer
