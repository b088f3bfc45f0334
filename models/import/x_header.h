// What a .x file of Direct3D claims about its skins. Assimp passes over it.
#pragma once

#include "models/description.h"

#include <string_view>

namespace ulna::importer {

/// The XSkinMeshHeader blocks of the file with these contents: which it has, and in which meshes.
/// Of what the meshes have nothing is said. Bytes of any kind are welcome.
XHeaders read_x_headers(std::string_view file);

} // namespace ulna::importer
