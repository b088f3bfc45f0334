// What peers share: the loops over joints, vertices and influences, around what a library has of
// its own. A peer is a library that people use today, wrapped as a port: it is judged and measured
// as any stranger's, in the layouts of ulna/port.h.
#pragma once

#include "ulna/port.h"

#include <cstring>

namespace ulna::peer {

/// A library's type with the bytes of one of ulna/port.h, which are the same in memory. Compilers
/// make it the load that it is.
template <class To, class From>
To loaded(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}

template <class To, class From>
void store(To& to, const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  std::memcpy(static_cast<void*>(&to), &from, sizeof to);
}

/// slerp_joints or lerp_joints of which `blend(joint, other)` is the middle, 0 < t < 1.
template <class Blend>
void each_joint(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                const int32_t* index, int32_t num_joints, Blend blend) {
  if (!(t > 0.0f)) return;
  for (int32_t i = 0; i < num_joints; ++i) {
    ulna_joint_quat& joint = joints[index[i]];
    const ulna_joint_quat& other = others[index[i]];
    if (t >= 1.0f) {
      joint = other;
    } else {
      blend(joint, other);
    }
  }
}

/// Calls influence(weight, joint) for those of the vertex that `weights` has come to, and moves it
/// to the next vertex.
template <class Influence>
void each_influence(const ulna_joint_mat* joints, const ulna_joint_weight*& weights,
                    Influence influence) {
  bool last;
  do {
    influence(weights->weight, joints[weights->joint_mat_offset / int32_t{sizeof *joints}]);
    last = weights->next_vertex_offset == int32_t{sizeof *weights};
    ++weights;
  } while (!last);
}

/// transform_verts; a Sum begins as zero and has add(joint, base) and put(float* xyz).
template <class Sum>
void each_position(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                   const ulna_vec4* base, const ulna_joint_weight* weights) {
  for (int32_t i = 0; i < num_verts; ++i) {
    Sum sum;
    each_influence(joints, weights,
                   [&](float, const ulna_joint_mat& joint) { sum.add(joint, *base++); });
    sum.put(&verts[i].position.x);
  }
}

/// transform_verts_and_tangents; a Blended begins as zero and has add(weight, joint) and
/// transform(vertex, base), which has three base vectors.
template <class Blended>
void each_frame(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                const ulna_vec4* base, const ulna_joint_weight* weights) {
  for (int32_t i = 0; i < num_verts; ++i, base += 3) {
    Blended blended;
    each_influence(joints, weights,
                   [&](float weight, const ulna_joint_mat& joint) { blended.add(weight, joint); });
    blended.transform(verts[i], base);
  }
}

} // namespace ulna::peer

/// What a peer's file defines, and port.c names: vertices where ULNA_PEER_SKINS is set, those of
/// one number of influences where ULNA_PEER_SKINS_AOS is.
extern "C" {
void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                  const int32_t* index, int32_t num_joints);
void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* others, float t,
                 const int32_t* index, int32_t num_joints);
void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights);
void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                  const ulna_joint_mat* joints, const ulna_vec4* base,
                                  const ulna_joint_weight* weights, int32_t num_weights);
void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts);

/// The library's version, from its headers: exported, for tables.
__attribute__((visibility("default"))) const char* ulna_peer_version(void);
}

#define ULNA_TEXT_OF(x) #x
#define ULNA_TEXT(x) ULNA_TEXT_OF(x) ///< what a macro stands for, as text
