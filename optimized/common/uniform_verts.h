// How vertices that all have the same number of influences are walked: in blocks, as many at a time
// as a kernel takes. The last block is filled up, so that the same kernel skins every vertex, and a
// vertex comes out the same wherever it stands. The methods are those of L. Davies, Optimized
// CPU-based Skinning for 3D Games, 2004.
#ifndef ULNA_OPTIMIZED_UNIFORM_VERTS_H
#define ULNA_OPTIMIZED_UNIFORM_VERTS_H

#include "ulna/port.h"

#include <algorithm>

// `Count` streams of so many floats for each vertex.
template <int Count, int Floats, class MatrixType>
struct UniformVerts {
  using Matrix = MatrixType;
  static constexpr int count = Count;
  static constexpr int floats = Floats;

  ulna_mesh_vertex* dst;
  const float* streams[Count];
  const Matrix* matrices;
  const uint8_t* indices;
  const float* weights;
};

using AosVerts = UniformVerts<2, 3, ulna_mat44>;     // positions; normals
using SoaVerts = UniformVerts<6, 1, ulna_joint_mat>; // x, y, z; of normals x, y, z

// Fewer than a block, from `first` on: beside copies of them stand copies of the first.
template <class Kernel, int Influences, class Verts>
[[gnu::noinline]] void skin_rest(const Verts& verts, ptrdiff_t first, ptrdiff_t left) {
  alignas(64) float streams[Verts::count][Kernel::width * Verts::floats];
  alignas(64) float weights[Kernel::width * Influences];
  uint8_t indices[Kernel::width * Influences];
  ulna_mesh_vertex dst[Kernel::width];
  Verts block = {dst, {}, verts.matrices, indices, weights};
  for (ptrdiff_t i = 0; i < Kernel::width; i++) {
    const ptrdiff_t from = first + (i < left ? i : 0);
    for (int s = 0; s < Verts::count; s++)
      std::copy_n(verts.streams[s] + Verts::floats * from, Verts::floats,
                  streams[s] + Verts::floats * i);
    std::copy_n(verts.indices + Influences * from, Influences, indices + Influences * i);
    std::copy_n(verts.weights + Influences * from, Influences, weights + Influences * i);
  }
  std::copy_n(streams, Verts::count, block.streams);
  Kernel::template skin<Influences>(block, 0);
  std::copy_n(dst, left, verts.dst + first);
}

template <class Kernel, int Influences, class Verts>
void skin_blocks(const Verts& verts, ptrdiff_t num_verts) {
  ptrdiff_t i = 0;
  for (; i + Kernel::width <= num_verts; i += Kernel::width)
    Kernel::template skin<Influences>(verts, i);
  if (i < num_verts) skin_rest<Kernel, Influences>(verts, i, num_verts - i);
}

// Kernel::skin<Influences>(verts, i) skins the vertices from i to i + Kernel::width, and reads
// nothing of others.
template <class Kernel, class Verts>
void skin_uniform(const Verts& verts, int32_t num_influences, int32_t num_verts) {
  switch (num_influences) {
  case 1:
    return skin_blocks<Kernel, 1>(verts, num_verts);
  case 2:
    return skin_blocks<Kernel, 2>(verts, num_verts);
  case 3:
    return skin_blocks<Kernel, 3>(verts, num_verts);
  case 4:
    return skin_blocks<Kernel, 4>(verts, num_verts);
  }
}

#endif
