// The joints of a character, and poses of them.
#pragma once

#include "models/import/character.h"
#include "ulna/port.h"

namespace ulna::importer {

/// A node that some palette uses.
struct Joint {
  std::string name;
  int node = -1; ///< -1: the file names the joint but has no node for it, and nothing moves it
  Mat still;     ///< its world matrix where node is -1: the one of its bind pose
};

/// The joints of all meshes, each once, parents before children, those without a node last.
class Skeleton {
public:
  explicit Skeleton(const Character& character);

  const std::vector<Joint>& joints() const { return joints_; }
  /// The joint of a node that is one, see is_joint.
  size_t joint_of(int node) const { return joint_of_node_[size_t(node)]; }
  bool is_joint(size_t node) const { return joint_of_node_[node] != kNone; }
  size_t joint_of(const Bone& bone) const;

private:
  static constexpr size_t kNone = SIZE_MAX;
  std::vector<Joint> joints_;
  std::vector<size_t> joint_of_node_;
  std::vector<std::pair<std::string, size_t>> without_node_; ///< by name
};

/// Whether some vertex of the mesh has no influence.
bool has_free_vertices(const Mesh& mesh);

/// Every node of a character at one moment.
struct Pose {
  std::string clip; ///< printable
  double seconds = 0;
  std::vector<Mat> locals, worlds; ///< one for each node
};

struct Poses {
  std::vector<Pose> poses;
  size_t clips = 0;       ///< the file's clips that move a joint
  bool synthetic = false; ///< there are none, and the joints sway
};

/// `count` poses, at least 2: the pose at rest, then moments spread over the length of each clip,
/// as evenly among the clips as the count allows. Where no clip moves a joint, moments of a
/// synthetic sway. The seed shifts the moments and chooses the sway.
Poses sample_poses(const Character& character, const Skeleton& skeleton, size_t count,
                   uint64_t seed);

/// The joint's world matrix in a pose.
const Mat& world_matrix(const Joint& joint, const Pose& pose);

/// Every joint's orientation and translation relative to the next joint above it. A scaling or a
/// shear is left out; the quaternions are of unit length before they are rounded to float, so
/// |norm^2 - 1| <= 2^-22; where there is no orientation (not finite), the identity. t.w is 0.
std::vector<ulna_joint_quat> joint_quats(const Character& character, const Skeleton& skeleton,
                                         const Pose& pose);

} // namespace ulna::importer
