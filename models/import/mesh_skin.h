// The skin of a character as reference::SkinInfo, the object that conversions, bone matrices and
// reports are made from.
#pragma once

#include "models/import/skeleton.h"
#include "operations/conversion/conversion.h"
#include "reference/skin_info.h"

namespace ulna::importer {

/// For row vectors, as ulna/port.h has them; column 3 is exactly 0, 0, 0, 1.
ulna_mat44 to_mat44(const Mat& m);

/// What becomes of a vertex that no bone of the file names.
enum class FreeVertices {
  stay,       ///< it has no influence
  follow_node ///< it moves rigidly with the node of its mesh, as in bind_mesh
};

/// One mesh.
struct MeshSkin {
  reference::SkinInfo info;   ///< names and offsets as in the file, from mesh space to bone space
  std::vector<size_t> joints; ///< of the skeleton: the one that each bone is
};

/// A bone for each joint that the mesh names, in the order of the file. All entries are kept, also
/// those of several bones of the file that are one joint; the offset is then that of the first.
MeshSkin mesh_skin(const Mesh& mesh, const Skeleton& skeleton, FreeVertices free);

/// All meshes as one. Its attributes are the numbers of the meshes, its bones the joints that they
/// name, each once, in the order of the file.
struct WholeMesh {
  /// Neighbours are faces with an edge between the same two positions, in opposite directions; of
  /// several the first. So a seam of the texture is none of the surface. Positions are compared
  /// exactly, within each mesh.
  conversion::Mesh mesh;
  std::vector<size_t> joints; ///< of the skeleton: the one that each bone is
};
WholeMesh whole_mesh(const Character& character, const Skeleton& skeleton, FreeVertices free);

} // namespace ulna::importer
