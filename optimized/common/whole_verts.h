// Vertices that all have four influences and are read as they are written, position and normal side
// by side. The layouts are those of Adventures in data-oriented design, part 4: Skinning it to 11.
#ifndef ULNA_OPTIMIZED_WHOLE_VERTS_H
#define ULNA_OPTIMIZED_WHOLE_VERTS_H

#include "uniform_verts.h"

#include <cstring>

inline constexpr int kInfluences = 4;
inline constexpr int kNormal = 3; // the first of its floats in a vertex

// Behind the normal may lie what is copied.
template <class Vertex>
using WholeVerts = UniformVerts<1, sizeof(Vertex) / sizeof(float), ulna_mat44, uint16_t, Vertex>;

// Of a vertex what names its matrices, in one load.
class FourIndices {
public:
  explicit FourIndices(const uint16_t* from) { std::memcpy(&all_, from, sizeof all_); }
  uint64_t operator[](int k) const { return all_ >> 16 * k & 0xffff; }

private:
  uint64_t all_;
};

// Kernel as skin_uniform has it, for four influences.
template <class Kernel, class Vertex>
inline void skin_whole(Vertex* dst, const Vertex* src, const ulna_mat44* palette,
                       const uint16_t* joint_indices, const float* joint_weights,
                       int32_t num_verts) {
  const WholeVerts<Vertex> verts = {
      dst, {reinterpret_cast<const float*>(src)}, palette, joint_indices, joint_weights};
  skin_all<Kernel, kInfluences>(verts, num_verts);
}

#endif
