// Of the planted ports for other machines: what the compiler makes of a right tween_verts.
#pragma once

#include "offer.h"

namespace ulna::planted {

inline void tween(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                  float t, int32_t num) {
  for (int64_t i = 0; i < kFloats * num; ++i)
    floats(dst)[i] = tweened(floats(a)[i], floats(b)[i], t);
}

// A kernel whose arguments are declared otherwise than those of the operation.
template <class Operation, class Kernel>
Operation taken_for(Kernel* kernel) {
  return reinterpret_cast<Operation>(reinterpret_cast<void (*)()>(kernel));
}

} // namespace ulna::planted
