// A character from a model's file.
#pragma once

#include "models/import/character.h"

namespace ulna::importer {

/// What happens to a file in which no mesh is skinned.
enum class Rig {
  made,     ///< its meshes get joints by add_rig: afterwards every mesh has bones
  as_it_is, ///< its meshes have no bones
};

/// Reads the skinned meshes of a file; where no mesh is skinned, all of them. Throws BadInput with
/// one line for a file that cannot be read or has no mesh.
Character read_character(const std::string& path, Rig rig);

} // namespace ulna::importer
