// A real character: what ulna-import makes of a model file (models/load_model.h).
#pragma once

#include "cases/case.h"
#include "models/description.h"

namespace ulna {

struct Model {
  std::string path;            ///< as given
  uint64_t vertices = 0;       ///< of all skinned meshes, equal ones counted once
  uint64_t joints = 0;         ///< that some mesh uses, each counted once
  uint64_t influences = 0;     ///< of all vertices
  uint64_t max_influences = 0; ///< of one vertex
  uint64_t meshes = 0;         ///< skinned ones
  uint64_t clips = 0;          ///< animations that move a joint
  bool synthetic = false;      ///< no clip moves a joint: the poses are a sway of our own
  bool synthetic_rig = false;  ///< the file has no joints: they and the weights are ours as well
  std::vector<Case> cases;     ///< valid, at least one case of each operation
};

/// All skinned meshes of a model as one.
struct SkinnedMesh {
  Description description; ///< its bones are those of the mesh, its meshes the attributes
  Case mesh;               ///< of convert_to_indexed_blended_mesh, valid; its limits mean nothing
};

} // namespace ulna
