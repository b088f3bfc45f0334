// What the importer takes from a file, whichever library or reader it came through: the hierarchy
// of nodes, the skinned meshes, the clips. Everything downstream works in double on this.
#pragma once

#include <assimp/types.h>

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

/// What binds a mesh to one joint.
struct Bone {
  std::string name;
  int node = -1; ///< -1 where the file has no node of that name
  Mat offset;    ///< from mesh space to joint space, in the bind pose
  std::vector<Influence> influences;
};

/// A mesh in its bind pose. The three lists are equally long; normals and tangents have length one.
struct Mesh {
  std::string name;
  int node = 0;
  std::vector<Vec> positions, normals, tangents;
  std::vector<Bone> bones; ///< at least one once the character is read, with influences or not
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
  bool synthetic_rig = false; ///< the joints and weights are ulna's, the file has none
};

/// Reads the skinned meshes of a file; where no mesh is skinned, all of them, rigged by add_rig.
/// Throws BadInput with one line for a file that cannot be read or has nothing to skin.
Character read_character(const std::string& path);

/// Whether the file starts like an Inter-Quake Model.
bool is_iqm(const std::string& path);

/// Adds the joints, weights and clips of an Inter-Quake Model to the meshes that Assimp read from
/// it: Assimp 5.2.5 reads the surface only. Leaves a file without joints alone. Throws BadInput
/// with one line for a malformed file.
void add_iqm_skeleton(const std::string& path, Character& character);

/// Gives a character without bones a chain of joints along its longest side, with smooth weights of
/// up to four influences, and says so in `synthetic_rig`.
void add_rig(Character& character);

/// The world matrix of every node for the local ones: the products down from the roots.
std::vector<Mat> world_matrices(const std::vector<Node>& nodes, const std::vector<Mat>& locals);

/// The same at rest.
std::vector<Mat> rest_matrices(const std::vector<Node>& nodes);

} // namespace ulna::importer
