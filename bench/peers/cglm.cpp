#include "peer.h"

#include <cglm/cglm.h>
#include <cglm/version.h>

using namespace ulna::peer;

namespace {

// cglm takes arguments that it only reads as floats that are not const.
float* floats(const void* p) {
  return static_cast<float*>(const_cast<void*>(p));
}

float* row(const ulna_joint_mat& joint, int i) {
  return floats(joint.m + 4 * i);
}

class Sum {
public:
  void add(const ulna_joint_mat& joint, const ulna_vec4& base) {
    for (int i = 0; i < 3; ++i) glm_vec4_muladd(row(joint, i), floats(&base), products_[i]);
  }
  void put(float* xyz) {
    for (int i = 0; i < 3; ++i) xyz[i] = glm_vec4_hadd(products_[i]);
  }

private:
  CGLM_ALIGN(16) vec4 products_[3] = {};
};

class Blended {
public:
  void add(float weight, const ulna_joint_mat& joint) {
    for (int i = 0; i < 3; ++i) glm_vec4_muladds(row(joint, i), weight, rows_[i]);
  }
  void transform(ulna_vertex& vertex, const ulna_vec4* base) {
    put(vertex.position, base[0]);
    put(vertex.normal, base[1]);
    put(vertex.tangent, base[2]);
  }

private:
  void put(ulna_vec4& to, const ulna_vec4& base) {
    to.x = glm_vec4_dot(rows_[0], floats(&base));
    to.y = glm_vec4_dot(rows_[1], floats(&base));
    to.z = glm_vec4_dot(rows_[2], floats(&base));
  }
  CGLM_ALIGN(16) vec4 rows_[3] = {};
};

void translate(ulna_joint_quat& joint, const ulna_joint_quat& other, float t) {
  glm_vec4_lerp(floats(&joint.t), floats(&other.t), t, floats(&joint.t));
}

} // namespace

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                  const int32_t* index, int32_t num) {
  each_joint(joints, others, t, index, num,
             [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
               // Of opposite ones cglm turns the first, we the second: the same rotation.
               const bool opposite = glm_quat_dot(floats(&joint.q), floats(&other.q)) < 0;
               glm_quat_slerp(floats(&joint.q), floats(&other.q), t, floats(&joint.q));
               if (opposite) glm_vec4_negate(floats(&joint.q));
               translate(joint, other, t);
             });
}

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                 const int32_t* index, int32_t num) {
  each_joint(joints, others, t, index, num,
             [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
               glm_quat_nlerp(floats(&joint.q), floats(&other.q), t, floats(&joint.q));
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
  return ULNA_TEXT(CGLM_VERSION_MAJOR) "." ULNA_TEXT(CGLM_VERSION_MINOR) "." ULNA_TEXT(
      CGLM_VERSION_PATCH);
}
