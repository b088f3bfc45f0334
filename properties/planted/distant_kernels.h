// The right kernel for distant models, with hooks as in kernels.h.
#pragma once

#include "kernels.h"

namespace ulna::planted {

struct Distant : Skin {
  // Where the entries of the next vertex begin.
  static const ulna_joint_weight* next(const ulna_joint_weight* own) {
    return own + own->next_vertex_offset / int32_t{sizeof *own};
  }
  // How many of a vertex's influences are blended, which of them is the first, and by what weight.
  static int32_t influences(int32_t) { return 1; }
  static int32_t first(const ulna_joint_weight*) { return 0; }
  static float weight(const ulna_joint_weight*, int32_t) { return 1; }
};

template <class Port = Distant>
void transform_verts_and_tangents_lod(ulna_vertex* verts, int32_t num_verts,
                                      const ulna_joint_mat* joints, const ulna_vec4* base,
                                      const ulna_joint_weight* weights, int32_t num_weights) {
  for (int32_t v = 0; v < num_verts; ++v, base += 3, weights = Port::next(weights))
    transform_verts_and_tangents<Port>(verts + v, 1, joints, base, weights + Port::first(weights),
                                       num_weights);
}

// The description of a port with that operation.
template <class Port>
const ulna_port* offer_distant(const char* name, const char* cpu_features = "") {
  return offer_on(cpu_features, name, &ulna_port::transform_verts_and_tangents_lod,
                  transform_verts_and_tangents_lod<Port>);
}

} // namespace ulna::planted
