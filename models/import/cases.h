// The cases of a character: its skins and joints in its poses, as the operations take them.
#pragma once

#include "models/import/character.h"

namespace ulna::importer {

/// What ulna-import prints about a model.
struct Summary {
  uint64_t vertices = 0, influences = 0; ///< over all skinned meshes
  uint64_t joints = 0;                   ///< nodes that some mesh uses, each once
  uint64_t max_influences = 0;           ///< of one vertex
  uint64_t meshes = 0, clips = 0;
  bool synthetic = false;         ///< the poses are ulna's sway
  bool synthetic_rig = false;     ///< so are the joints and the weights
  std::vector<std::string> cases; ///< file names
};

/// Writes every case of the character into a folder, which is created if missing. `model` goes into
/// the notes. Throws BadInput with one line if a file cannot be written.
Summary write_cases(const Character& character, const std::string& model, const std::string& folder,
                    uint64_t seed);

/// Writes all meshes, as they are in the file, as a case of convert_to_indexed_blended_mesh with
/// one bone per subset: for whoever wants the mesh, and sets other limits. Its bones are those of
/// describe(). Throws as write_cases does.
void write_mesh(const Character& character, const std::string& path);

} // namespace ulna::importer
