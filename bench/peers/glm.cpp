#define GLM_FORCE_INTRINSICS
#define GLM_FORCE_DEFAULT_ALIGNED_GENTYPES
#include "peer.h"

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_aligned.hpp>

using namespace ulna::peer;

namespace {

using Quat = glm::qua<float, glm::aligned_highp>;
using Vec4 = glm::aligned_vec4;
using Mat = glm::aligned_mat4;

/// Of rows that lie one after the other. GLM's products with a vector are made for columns.
Mat from_rows(const Vec4& x, const Vec4& y, const Vec4& z) {
  return glm::transpose(Mat(x, y, z, Vec4(0, 0, 0, 1)));
}

/// One by one: copied as a whole, a matrix would go through memory once more.
Vec4 row(const ulna_joint_mat& joint, int i) {
  return loaded<Vec4>(reinterpret_cast<const ulna_vec4&>(joint.m[4 * i]));
}

void put(float* xyz, const Vec4& v) {
  xyz[0] = v.x;
  xyz[1] = v.y;
  xyz[2] = v.z;
}

class Sum {
public:
  void add(const ulna_joint_mat& joint, const ulna_vec4& base) {
    sum_ += from_rows(row(joint, 0), row(joint, 1), row(joint, 2)) * loaded<Vec4>(base);
  }
  void put(float* xyz) const { ::put(xyz, sum_); }

private:
  Vec4 sum_ = Vec4(0);
};

class Blended {
public:
  void add(float weight, const ulna_joint_mat& joint) {
    x_ += weight * row(joint, 0);
    y_ += weight * row(joint, 1);
    z_ += weight * row(joint, 2);
  }
  void transform(ulna_vertex& vertex, const ulna_vec4* base) const {
    const Mat m = from_rows(x_, y_, z_);
    put(&vertex.position.x, m * loaded<Vec4>(base[0]));
    put(&vertex.normal.x, m * loaded<Vec4>(base[1]));
    put(&vertex.tangent.x, m * loaded<Vec4>(base[2]));
  }

private:
  Vec4 x_ = Vec4(0), y_ = Vec4(0), z_ = Vec4(0);
};

void translate(ulna_joint_quat& joint, const ulna_joint_quat& other, float t) {
  store(joint.t, glm::mix(loaded<Vec4>(joint.t), loaded<Vec4>(other.t), t));
}

} // namespace

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                  const int32_t* index, int32_t num) {
  each_joint(joints, others, t, index, num,
             [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
               store(joint.q, glm::slerp(loaded<Quat>(joint.q), loaded<Quat>(other.q), t));
               translate(joint, other, t);
             });
}

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                 const int32_t* index, int32_t num) {
  each_joint(
      joints, others, t, index, num, [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
        const Quat from = loaded<Quat>(joint.q), to = loaded<Quat>(other.q);
        store(joint.q, glm::normalize(glm::lerp(from, glm::dot(from, to) < 0 ? -to : to, t)));
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
  return ULNA_TEXT(GLM_VERSION_MAJOR) "." ULNA_TEXT(GLM_VERSION_MINOR) "." ULNA_TEXT(
      GLM_VERSION_PATCH) "." ULNA_TEXT(GLM_VERSION_REVISION);
}
