// How the joint weights of a vertex are walked.
#ifndef ULNA_OPTIMIZED_WEIGHTS_H
#define ULNA_OPTIMIZED_WEIGHTS_H

#include "ulna/port.h"

inline const ulna_joint_mat& joint_matrix(const ulna_joint_mat* joints,
                                          const ulna_joint_weight& weight) {
  const char* bytes = reinterpret_cast<const char*>(joints);
  return *reinterpret_cast<const ulna_joint_mat*>(bytes + weight.joint_mat_offset);
}

// The first influence of the next vertex.
inline const ulna_joint_weight* first_of_next(const ulna_joint_weight* first) {
  const char* bytes = reinterpret_cast<const char*>(first);
  return reinterpret_cast<const ulna_joint_weight*>(bytes + first->next_vertex_offset);
}

inline bool is_last_influence(const ulna_joint_weight& weight) {
  return weight.next_vertex_offset == static_cast<int32_t>(sizeof(ulna_joint_weight));
}

#endif
