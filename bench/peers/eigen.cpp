#include "peer.h"

#include <Eigen/Geometry>

using namespace ulna::peer;

namespace {

using Rows = Eigen::Matrix<float, 3, 4, Eigen::RowMajor>;
using Vec4 = Eigen::Vector4f;

template <class T, class From>
Eigen::Map<const T, Eigen::Aligned16> read(const From& from) {
  return Eigen::Map<const T, Eigen::Aligned16>(reinterpret_cast<const float*>(&from));
}

template <class T, class To>
Eigen::Map<T, Eigen::Aligned16> write(To& to) {
  return Eigen::Map<T, Eigen::Aligned16>(reinterpret_cast<float*>(&to));
}

class Sum {
public:
  void add(const ulna_joint_mat& joint, const ulna_vec4& base) {
    sum_ += read<Rows>(joint) * read<Vec4>(base);
  }
  void put(float* xyz) const { Eigen::Map<Eigen::Vector3f>{xyz} = sum_; }

private:
  Eigen::Vector3f sum_ = Eigen::Vector3f::Zero();
};
class Blended {
public:
  void add(float weight, const ulna_joint_mat& joint) { rows_ += weight * read<Rows>(joint); }
  void transform(ulna_vertex& vertex, const ulna_vec4* base) const {
    const Eigen::Matrix3f columns = rows_ * read<Eigen::Matrix<float, 4, 3>>(*base);
    Eigen::Map<Eigen::Vector3f>{& vertex.position.x} = columns.col(0);
    Eigen::Map<Eigen::Vector3f>{& vertex.normal.x} = columns.col(1);
    Eigen::Map<Eigen::Vector3f>{& vertex.tangent.x} = columns.col(2);
  }

private:
  Rows rows_ = Rows::Zero();
};

void translate(ulna_joint_quat& joint, const ulna_joint_quat& other, float t) {
  write<Vec4>(joint.t) = (1 - t) * read<Vec4>(joint.t) + t * read<Vec4>(other.t);
}

} // namespace

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                  const int32_t* index, int32_t num) {
  each_joint(joints, others, t, index, num,
             [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
               write<Eigen::Quaternionf>(joint.q) =
                   read<Eigen::Quaternionf>(joint.q).slerp(t, read<Eigen::Quaternionf>(other.q));
               translate(joint, other, t);
             });
}

// Eigen has no function for it: what its vectors make of it.
void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                 const int32_t* index, int32_t num) {
  each_joint(joints, others, t, index, num,
             [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
               const Vec4 from = read<Vec4>(joint.q), to = read<Vec4>(other.q);
               const float part = from.dot(to) < 0 ? -t : t;
               write<Vec4>(joint.q) = ((1 - t) * from + part * to).normalized();
               translate(joint, other, t);
             });
}

void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  each_position<Sum>(verts, num_verts, joints, base, weights);
}

void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                  const ulna_joint_mat* joints, const ulna_vec4* base,
                                  const ulna_joint_weight* weights, int32_t) {
  each_frame<Blended>(verts, num_verts, joints, base, weights);
}

const char* ulna_peer_version(void) {
  return ULNA_TEXT(EIGEN_WORLD_VERSION) "." ULNA_TEXT(EIGEN_MAJOR_VERSION) "." ULNA_TEXT(
      EIGEN_MINOR_VERSION);
}
