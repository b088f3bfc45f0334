#include "peer.h"

#include <Imath/ImathConfig.h>
#include <Imath/ImathQuat.h>
#include <Imath/ImathVec.h>

using namespace ulna::peer;

namespace {

using Quat = Imath::Quatf;
using Vec4 = Imath::V4f;

Quat quat_of(const ulna_vec4& v) { // which has w last
  return {v.w, v.x, v.y, v.z};
}

ulna_vec4 vec4_of(const Quat& q) {
  return {q.v.x, q.v.y, q.v.z, q.r};
}

void translate(ulna_joint_quat& joint, const ulna_joint_quat& other, float t) {
  store(joint.t, loaded<Vec4>(joint.t) * (1 - t) + loaded<Vec4>(other.t) * t);
}

} // namespace

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                  const int32_t* index, int32_t num) {
  each_joint(joints, others, t, index, num,
             [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
               joint.q = vec4_of(Imath::slerpShortestArc(quat_of(joint.q), quat_of(other.q), t));
               translate(joint, other, t);
             });
}

// Imath has no function for it: what its quaternions make of it.
void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                 const int32_t* index, int32_t num) {
  each_joint(joints, others, t, index, num,
             [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
               const Quat from = quat_of(joint.q), to = quat_of(other.q);
               const float part = (from ^ to) < 0 ? -t : t;
               joint.q = vec4_of((from * (1 - t) + to * part).normalized());
               translate(joint, other, t);
             });
}

const char* ulna_peer_version(void) {
  return IMATH_VERSION_STRING;
}
