// How vertices that all have the same number of influences are walked: in blocks, as many at a time
// as a kernel takes, and all by the same code, so that a vertex comes out the same wherever it
// stands. The methods are those of L. Davies, Optimized CPU-based Skinning for 3D Games, 2004.
#ifndef ULNA_OPTIMIZED_UNIFORM_VERTS_H
#define ULNA_OPTIMIZED_UNIFORM_VERTS_H

#include "ulna/port.h"

#include <algorithm>

// `Count` streams of so many floats for each vertex.
template <int Count, int Floats, class Matrix, class Index = uint8_t,
          class Vertex = ulna_mesh_vertex>
struct UniformVerts {
  static constexpr int count = Count;
  static constexpr int floats = Floats;
  using index = Index;
  using vertex = Vertex;

  Vertex* dst;
  const float* streams[Count];
  const Matrix* matrices;
  const Index* indices;
  const float* weights;
};

using AosVerts = UniformVerts<2, 3, ulna_mat44>;     // positions; normals
using SoaVerts = UniformVerts<6, 1, ulna_joint_mat>; // x, y, z; of normals x, y, z

inline SoaVerts soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts& src,
                          const ulna_joint_mat* joints, const uint8_t* indices,
                          const float* weights) {
  return {dst, {src.x, src.y, src.z, src.nx, src.ny, src.nz}, joints, indices, weights};
}

// At least a block. The last one begins where it ends with the last vertex: what it shares with the
// one before comes out the same again. Aligned, so that the time of the loop does not depend on
// what the linker puts before it: in SSE that was 17 cycles a vertex in place of 15.
template <class Kernel, int Influences, class Verts>
[[gnu::noinline, gnu::flatten, gnu::aligned(64)]] void skin_blocks(const Verts& given,
                                                                   ptrdiff_t num_verts) {
  const Verts verts = given; // in registers, whatever is stored
  const ptrdiff_t last = num_verts - Kernel::width;
  for (ptrdiff_t i = 0;; i = std::min(i + Kernel::width, last)) {
    Kernel::template skin<Influences>(verts, i);
    if (i == last) return;
  }
}

// Fewer than a block: it is filled up with copies of the first vertex.
template <class Kernel, int Influences, class Verts>
void skin_few(const Verts& verts, ptrdiff_t num_verts) {
  constexpr int width = Kernel::width;
  float streams[Verts::count][width * Verts::floats];
  float weights[width * Influences];
  typename Verts::index indices[width * Influences];
  typename Verts::vertex dst[width];
  for (ptrdiff_t i = 0; i < width; i++) {
    const ptrdiff_t from = i < num_verts ? i : 0;
    for (int s = 0; s < Verts::count; s++) {
      std::copy_n(verts.streams[s] + Verts::floats * from, Verts::floats,
                  streams[s] + Verts::floats * i);
    }
    std::copy_n(verts.indices + Influences * from, Influences, indices + Influences * i);
    std::copy_n(verts.weights + Influences * from, Influences, weights + Influences * i);
  }
  Verts block = {dst, {}, verts.matrices, indices, weights};
  std::copy_n(streams, Verts::count, block.streams);
  skin_blocks<Kernel, Influences>(block, width);
  std::copy_n(dst, num_verts, verts.dst);
}

template <class Kernel, int Influences, class Verts>
void skin_all(const Verts& verts, ptrdiff_t num_verts) {
  if (num_verts >= Kernel::width) return skin_blocks<Kernel, Influences>(verts, num_verts);
  if (num_verts > 0) skin_few<Kernel, Influences>(verts, num_verts);
}

// Kernel::skin<Influences>(verts, i) skins the vertices from i to i + Kernel::width, and reads
// nothing of others.
template <class Kernel, class Verts>
void skin_uniform(const Verts& verts, int32_t num_influences, int32_t num_verts) {
  switch (num_influences) {
  case 1:
    return skin_all<Kernel, 1>(verts, num_verts);
  case 2:
    return skin_all<Kernel, 2>(verts, num_verts);
  case 3:
    return skin_all<Kernel, 3>(verts, num_verts);
  case 4:
    return skin_all<Kernel, 4>(verts, num_verts);
  }
}

#endif
