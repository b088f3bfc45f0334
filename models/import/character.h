// What the importer takes from a file, whichever library or reader it came through: the hierarchy
// of nodes, the skinned meshes, the clips. Everything downstream works in double on this.
#pragma once

#include <assimp/types.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ulna::importer {

using Vec = aiVector3t<double>;
using Quat = aiQuaterniont<double>;
using Mat = aiMatrix4x4t<double>; ///< by rows; its last row plays no part

/// Larger files are refused: no character comes near, and a hostile count shall not fill a disk.
inline constexpr size_t kMaxNodes = 1 << 16;
inline constexpr size_t kMaxMeshes = 1 << 12;
inline constexpr size_t kMaxVertices = 1 << 19;   ///< over all meshes
inline constexpr size_t kMaxFaces = 1 << 20;      ///< over all meshes
inline constexpr size_t kMaxInfluences = 1 << 21; ///< over all meshes
inline constexpr size_t kMaxKeys = 1 << 24;       ///< over all clips

struct Node {
  std::string name;
  int parent = -1; ///< an earlier node, -1 at a root
  Mat local;       ///< relative to the parent, at rest
};

struct Influence {
  uint32_t vertex = 0;
  float weight = 0;
};

/// The corners of a triangle. Larger polygons of the file are cut into fans about their first
/// corner, so that no vertex changes.
using Face = std::array<uint32_t, 3>;

/// What binds a mesh to one joint.
struct Bone {
  std::string name;
  int node = -1; ///< -1 where the file has no node of that name
  Mat offset;    ///< from mesh space to joint space, in the bind pose
  std::vector<Influence> influences;
};

/// Where on its texture a vertex lies.
using TextureCoordinates = std::array<float, 2>;

/// A mesh in its bind pose. The four lists are equally long; normals and tangents have length one.
struct Mesh {
  std::string name;
  uint32_t number = 0; ///< among the meshes of the file
  int node = 0;
  uint32_t material = 0; ///< its number in the file
  std::string material_name;
  std::vector<Vec> positions, normals, tangents;
  std::vector<TextureCoordinates> uvs; ///< the first set of the file, or zeros
  std::vector<Face> faces;             ///< their corners are vertices
  size_t points_and_lines = 0; ///< faces of the file with fewer than three corners, left out
  std::vector<Bone> bones;     ///< with influences or not; see Rig
};

template <class T>
struct Key {
  double time = 0; ///< ticks
  T value;
};

/// The keys of one node, by increasing time. An empty list leaves that part at rest.
struct Track {
  int node = 0;
  std::vector<Key<Vec>> positions, scalings;
  std::vector<Key<Quat>> rotations;
};

struct Clip {
  std::string name;
  double ticks_per_second = 0;
  std::vector<Track> tracks;
};

struct Character {
  std::vector<Node> nodes; ///< parents before their children, at least one
  std::vector<Mesh> meshes;
  std::vector<Clip> clips;
  size_t materials = 0;            ///< of the file
  size_t meshes_without_bones = 0; ///< of the file, and not of `meshes`
  bool synthetic_rig = false;      ///< the joints and weights are ulna's, the file has none
};

/// Whether the file starts like an Inter-Quake Model.
bool is_iqm(const std::string& path);

/// Adds the joints, weights and clips of an Inter-Quake Model to the meshes that Assimp read from
/// it: Assimp 5.2.5 reads the surface only. Leaves a file without joints alone. Throws BadInput
/// with one line for a malformed file.
void add_iqm_skeleton(const std::string& path, Character& character);

/// The same for the bytes of such a file, of any kind.
void add_skeleton_of_iqm(std::string bytes, Character& character);

/// Gives a character without bones a chain of joints along its longest side, with smooth weights of
/// up to four influences, and says so in `synthetic_rig`.
void add_rig(Character& character);

/// The world matrix of every node for the local ones: the products down from the roots.
std::vector<Mat> world_matrices(const std::vector<Node>& nodes, const std::vector<Mat>& locals);

/// The same at rest.
std::vector<Mat> rest_matrices(const std::vector<Node>& nodes);

} // namespace ulna::importer
