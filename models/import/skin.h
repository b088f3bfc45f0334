// Weights, base vectors and palettes of one mesh, in the layouts of ulna/port.h.
#pragma once

#include "models/import/skeleton.h"

namespace ulna::importer {

/// A joint as one mesh uses it.
struct PaletteEntry {
  size_t joint = 0; ///< of the skeleton
  Mat offset;       ///< from mesh space to joint space, in the bind pose
};

/// One mesh bound to its palette.
struct Skin {
  const Mesh* mesh = nullptr;
  std::vector<PaletteEntry> palette;
  /// Vertex after vertex, each with at least one entry, its weights decreasing.
  std::vector<ulna_joint_weight> weights;
};

/// Binds a mesh. All influences are kept. A vertex without any moves rigidly with the mesh's own
/// node: it gets one influence of that node, with weight 1. The mesh must outlive the skin.
Skin bind_mesh(const Mesh& mesh, const Skeleton& skeleton);

/// For transform_verts: for each entry, weight * offset * position, and the weight as w.
std::vector<ulna_vec4> weighted_base(const Skin& skin);

/// For transform_verts_and_tangents: position (w = 1), normal and tangent (w = 0) of each vertex.
std::vector<ulna_vec4> model_base(const Skin& skin);

/// The palette in a pose, for weighted_base: joint space to world space.
std::vector<ulna_joint_mat> joint_palette(const Skin& skin, const Skeleton& skeleton,
                                          const Pose& pose);

/// The palette in a pose, for model_base: mesh space in the bind pose to world space.
std::vector<ulna_joint_mat> model_palette(const Skin& skin, const Skeleton& skeleton,
                                          const Pose& pose);

} // namespace ulna::importer
