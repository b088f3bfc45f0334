/* The four operations of a built-in port, each in a file of its own. Contracts: ulna/port.h. */
#ifndef ULNA_OPTIMIZED_OPERATIONS_H
#define ULNA_OPTIMIZED_OPERATIONS_H

#include "ulna/port.h"

#ifdef __cplusplus
extern "C" {
#endif

void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights);

void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                  const ulna_joint_mat* joints, const ulna_vec4* base,
                                  const ulna_joint_weight* weights, int32_t num_weights);

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                  const int32_t* index, int32_t num_joints);

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                 const int32_t* index, int32_t num_joints);

#ifdef __cplusplus
}
#endif

#endif
