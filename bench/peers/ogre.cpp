#include "peer.h"

#include <OgreMatrix4.h>
#include <OgreOptimisedUtil.h>
#include <OgreQuaternion.h>
#include <OgreVector4.h>

#include <algorithm>
#include <array>

using namespace ulna::peer;

namespace {

using Ogre::Affine3;
using Ogre::Quaternion;
using Vec4 = Ogre::Vector4;

Quaternion quat_of(const ulna_vec4& v) { // which has w last
  return {v.w, v.x, v.y, v.z};
}

ulna_vec4 vec4_of(const Quaternion& q) {
  return {q.x, q.y, q.z, q.w};
}

void translate(ulna_joint_quat& joint, const ulna_joint_quat& other, float t) {
  store(joint.t, loaded<Vec4>(joint.t) * (1 - t) + loaded<Vec4>(other.t) * t);
}

/// OGRE multiplies matrices by columns, and keeps them by rows.
Affine3 affine_of(const ulna_mat44& mat) {
  const float* m = mat.m;
  return {m[0], m[4], m[8], m[12], m[1], m[5], m[9], m[13], m[2], m[6], m[10], m[14]};
}

/// What OGRE takes as a palette: pointers to its matrices, of which it has its own kind. They are
/// made in each call, of all entries up to the last that an index names: nobody says how many the
/// palette has. OGRE's users keep them.
class Palette {
public:
  Palette(const ulna_mat44* palette, const uint8_t* indices, size_t count) {
    const size_t last = *std::max_element(indices, indices + count);
    for (size_t i = 0; i <= last; ++i) {
      matrices_[i] = affine_of(palette[i]);
      pointers_[i] = &matrices_[i];
    }
  }
  const Affine3* const* data() const { return pointers_.data(); }

private:
  static constexpr size_t kMost = 256; // a byte names no more
  alignas(OGRE_SIMD_ALIGNMENT) std::array<Affine3, kMost> matrices_;
  std::array<const Affine3*, kMost> pointers_;
};

} // namespace

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                  const int32_t* index, int32_t num) {
  each_joint(joints, others, t, index, num,
             [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
               joint.q = vec4_of(Quaternion::Slerp(t, quat_of(joint.q), quat_of(other.q), true));
               translate(joint, other, t);
             });
}

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                 const int32_t* index, int32_t num) {
  each_joint(joints, others, t, index, num,
             [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
               joint.q = vec4_of(Quaternion::nlerp(t, quat_of(joint.q), quat_of(other.q), true));
               translate(joint, other, t);
             });
}

void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  if (num_verts == 0) return;
  const auto influences = size_t(num_influences), verts = size_t(num_verts);
  const Palette matrices(palette, joint_indices, influences * verts);
  constexpr size_t kPacked = 3 * sizeof(float);
  Ogre::OptimisedUtil::getImplementation()->softwareVertexSkinning(
      positions, dst->position, normals, dst->normal, joint_weights, joint_indices, matrices.data(),
      kPacked, sizeof *dst, kPacked, sizeof *dst, influences * sizeof(float), influences,
      influences, verts);
}

const char* ulna_peer_version(void) {
  return ULNA_TEXT(OGRE_VERSION_MAJOR) "." ULNA_TEXT(OGRE_VERSION_MINOR) "." ULNA_TEXT(
      OGRE_VERSION_PATCH);
}
