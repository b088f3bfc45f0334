// Its SSE is there on every system, and switched on by itself on some only.
#define BT_USE_SIMD_VECTOR3
#define BT_USE_SSE
#define BT_USE_SSE_IN_API
#include "peer.h"

#include <smmintrin.h>

#include <LinearMath/btQuaternion.h>
#include <LinearMath/btVector3.h>

using namespace ulna::peer;

namespace {

void translate(ulna_joint_quat& joint, const ulna_joint_quat& other, float t) {
  store(joint.t, loaded<btQuaternion>(joint.t) * (1 - t) + loaded<btQuaternion>(other.t) * t);
}

} // namespace

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                  const int32_t* index, int32_t num) {
  each_joint(
      joints, others, t, index, num, [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
        store(joint.q, slerp(loaded<btQuaternion>(joint.q), loaded<btQuaternion>(other.q), t));
        translate(joint, other, t);
      });
}

// Bullet has no function for it: what its quaternions make of it.
void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                 const int32_t* index, int32_t num) {
  each_joint(
      joints, others, t, index, num, [t](ulna_joint_quat& joint, const ulna_joint_quat& other) {
        const btQuaternion from = loaded<btQuaternion>(joint.q), to = loaded<btQuaternion>(other.q);
        const btScalar part = from.dot(to) < 0 ? -t : t;
        store(joint.q, (from * (1 - t) + to * part).normalized());
        translate(joint, other, t);
      });
}

const char* ulna_peer_version(void) {
  return ULNA_TEXT(BT_BULLET_VERSION);
}
