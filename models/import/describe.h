// What `ulna inspect` says about a character.
#pragma once

#include "models/description.h"
#include "models/import/character.h"
#include "models/import/read_character.h"

namespace ulna::importer {

/// Describes a character as its file has it (Rig::as_it_is), but for what the file says in a
/// header: see read_x_headers.
Description describe(const Character& character);

/// Fills in what the meshes have of what the headers claim. A header is about the meshes that have
/// the name of its Mesh, or else of its Frame (Assimp calls meshes by it), if no other header
/// stands in one of that name. The only header of a file is about all.
void compare_claims(const Character& character, const Description& description, XHeaders& headers);

} // namespace ulna::importer
