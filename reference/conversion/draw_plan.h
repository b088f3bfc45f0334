// How a device of Direct3D 9 draws a skinned mesh. Source: a textbook chapter on skinned meshes in
// Direct3D 9, sections 11.8 and 11.9; docs/drawing.md where it is silent or contradicts itself.
#pragma once

#include "reference/conversion/mesh.h"

#include <algorithm>
#include <vector>

namespace ulna::reference {

inline constexpr uint32_t kSoftwarePalette = 256;   ///< entries, of any device
inline constexpr uint32_t kMostBlended = 4;         ///< matrices of a vertex without indices
inline constexpr uint32_t kMostFaceInfluences = 12; ///< three vertices of four
inline constexpr uint32_t kFaceFits = 3;            ///< bones into which any face can be reduced

inline bool has_hardware(const ulna_device& device) {
  return device.vertex_processing != ULNA_SOFTWARE_PROCESSING;
}
inline bool has_software(const ulna_device& device) {
  return device.vertex_processing != ULNA_HARDWARE_PROCESSING;
}

/// The palette entries that bones can have in hardware. Blended normals take half of them.
inline uint32_t hardware_palette(const ulna_device& device, bool normals) {
  if (!has_hardware(device) || device.max_blend_matrix_index == 0) return 0;
  const uint64_t entries = uint64_t{device.max_blend_matrix_index} + 1;
  return static_cast<uint32_t>(
      std::min<uint64_t>(normals ? entries / 2 : entries, kSoftwarePalette));
}

/// The matrices that a vertex without indices can have in hardware.
inline uint32_t hardware_matrices(const ulna_device& device) {
  return has_hardware(device) ? std::min(device.max_blend_matrices, kMostBlended) : 0;
}

/// The bones of a face: each that has a weight above zero at one of its corners.
inline std::vector<uint32_t> bones_of_face(const SkinnedMesh& mesh, size_t face) {
  std::vector<uint32_t> bones;
  for (const uint32_t vertex : mesh.corners(face))
    for (const ulna_influence& i : mesh.entries(vertex))
      if (i.weight > 0 && std::find(bones.begin(), bones.end(), i.bone) == bones.end())
        bones.push_back(i.bone);
  return bones;
}

/// What ID3DXSkinInfo::GetMaxFaceInfluences says of a valid mesh.
inline uint32_t max_face_influences(const SkinnedMesh& mesh) {
  size_t most = 0;
  for (size_t f = 0; f < mesh.num_faces(); ++f)
    most = std::max(most, bones_of_face(mesh, f).size());
  return static_cast<uint32_t>(most);
}

/// The form of a mesh and where it is drawn.
inline ulna_blending blending_of(const ulna_device& device, const ulna_skin_size& skin) {
  const uint32_t palette = hardware_palette(device, skin.has_normals != 0);
  const uint32_t matrices = hardware_matrices(device);
  const uint32_t face = std::clamp(skin.max_face_influences, 1u, kMostFaceInfluences);
  if (palette >= face) return {ULNA_INDEXED, 0, std::min(palette, skin.num_bones)};
  if (matrices >= std::max(face, 2u)) return {ULNA_NONINDEXED, 0, matrices};
  if (has_software(device)) return {ULNA_INDEXED, 1, std::min(kSoftwarePalette, skin.num_bones)};
  // Some faces give up influences.
  if (std::max(palette, matrices) < kFaceFits) return {ULNA_NOT_BLENDED, 0, 0};
  if (palette >= matrices) return {ULNA_INDEXED, 0, std::min(palette, skin.num_bones)};
  return {ULNA_NONINDEXED, 0, matrices};
}

/// How a subset with this row of the bone combination table is drawn.
inline ulna_draw draw_of(const ulna_device& device, std::span<const uint32_t> row, bool indexed,
                         bool normals, uint32_t max_influences) {
  uint32_t slots = 0; // up to the last one with a bone
  for (uint32_t i = 0; i < row.size(); ++i)
    if (row[i] != UINT32_MAX) slots = i + 1;
  // One matrix needs no blending, which hardware always can.
  const uint32_t in_hardware = indexed                ? hardware_palette(device, normals)
                               : has_hardware(device) ? std::max(hardware_matrices(device), 1u)
                                                      : 0;
  const uint32_t in_software = !has_software(device) ? 0
                               : indexed             ? kSoftwarePalette
                                                     : kMostBlended;
  const uint32_t weights = !indexed              ? std::max(slots, 1u) - 1
                           : max_influences == 1 ? uint32_t{ULNA_0WEIGHTS}
                                                 : max_influences - 1;
  if (in_hardware > 0 && slots <= in_hardware) return {ULNA_HARDWARE_PASS, weights};
  if (in_software > 0 && slots <= in_software) return {ULNA_SOFTWARE_PASS, weights};
  return {ULNA_NOT_DRAWN, 0};
}

} // namespace ulna::reference
