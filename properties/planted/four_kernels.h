// The right kernels for vertices that all have four influences, whole or split, made like those of
// uniform_kernels.h: a port derives from Four and hides a hook.
#pragma once

#include "uniform_kernels.h"

#include <algorithm>
#include <cstring>

namespace ulna::planted {

struct Four : Uniform {
  static int32_t joint(const uint16_t* own, int k) { return own[k]; }
  // Normals are as long as the matrices make them.
  template <class Real>
  static void normalise(Real (&)[3]) {}
  // What only goes along with a vertex.
  static void copy(float* to, const float* from) { std::memcpy(to, from, 2 * sizeof *to); }
};

// The arguments of a call in one, for both operations: Vertex says which.
template <class Vertex>
struct FourCall {
  Vertex* dst;
  const Vertex* src;
  const ulna_mat44* palette;
  const uint16_t* joint_indices;
  const float* joint_weights;
  int32_t num_verts;

  // Some of the vertices.
  FourCall part(int32_t first, int32_t count) const {
    return {dst + first, src + first, palette, joint_indices + 4 * first, joint_weights + 4 * first,
            count};
  }
  // The groups of so many vertices, of which the last may be smaller: each is a call.
  template <class Each>
  void for_each_group(int32_t size, const Each& each) const {
    for (int32_t v = 0; v < num_verts; v += size) each(part(v, std::min(size, num_verts - v)));
  }
};
using Interleaved = FourCall<ulna_textured_vertex>;
using Split = FourCall<ulna_mesh_vertex>;

template <class Port>
void copy_rest(ulna_textured_vertex& to, const ulna_textured_vertex& from) {
  Port::copy(to.uv, from.uv);
}
template <class Port>
void copy_rest(ulna_mesh_vertex&, const ulna_mesh_vertex&) {}

template <class Port = Four, class Vertex>
void skin(FourCall<Vertex> call) {
  for (int32_t v = 0; v < Port::count(call.num_verts); ++v) {
    const IndexedMesh<uint16_t> mesh{call.palette->m,    false, call.joint_indices,
                                     call.joint_weights, 4,     call.num_verts};
    const Vertex& from = call.src[v];
    Vertex& to = call.dst[v];
    float vector[3];
    Port::load(from.position, vector, kPosition);
    skin_vector<Port>(to.position, vector, kPosition, mesh, v);
    Port::load(from.normal, vector, kNormal);
    skin_vector<Port>(to.normal, vector, kNormal, mesh, v);
    copy_rest<Port>(to, from);
  }
}

// The operation that calls Kernel.
template <class Vertex, void (*Kernel)(FourCall<Vertex>)>
void four_call(Vertex* dst, const Vertex* src, const ulna_mat44* palette,
               const uint16_t* joint_indices, const float* joint_weights, int32_t num_verts) {
  Kernel({dst, src, palette, joint_indices, joint_weights, num_verts});
}

template <void (*Kernel)(Interleaved)>
const ulna_port* offer_interleaved(const char* name) {
  return offer(name, &ulna_port::skin_interleaved_verts, four_call<ulna_textured_vertex, Kernel>);
}
template <void (*Kernel)(Split)>
const ulna_port* offer_split(const char* name) {
  return offer(name, &ulna_port::skin_split_verts, four_call<ulna_mesh_vertex, Kernel>);
}
template <void (*Whole)(Interleaved), void (*Part)(Split)>
const ulna_port* offer_four(const char* name, const char* cpu_features = "") {
  return offer_on(cpu_features, name, &ulna_port::skin_interleaved_verts,
                  four_call<ulna_textured_vertex, Whole>, &ulna_port::skin_split_verts,
                  four_call<ulna_mesh_vertex, Part>);
}

} // namespace ulna::planted
