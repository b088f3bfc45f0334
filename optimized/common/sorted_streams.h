// How streams of vertices that are sorted by their number of influences are walked. The method is
// that of Adventures in data-oriented design, part 4: Skinning it to 11.
#ifndef ULNA_OPTIMIZED_SORTED_STREAMS_H
#define ULNA_OPTIMIZED_SORTED_STREAMS_H

#include "ulna/port.h"

// From the next vertex on.
struct SortedStreams {
  ulna_vec4* positions;
  ulna_vec4* normals; // null: there are none
  const ulna_vec4* src_positions;
  const ulna_vec4* src_normals;
  const ulna_mat44* palette;
  const uint16_t* indices;
  const float* weights; // of more influences than one

  // Goes on behind so many vertices of so many influences.
  void advance(ptrdiff_t count, int influences) {
    positions += count;
    src_positions += count;
    if (normals) normals += count, src_normals += count;
    indices += count * influences;
    if (influences > 1) weights += count * influences;
  }
};

// Kernel::skin<Influences, HasNormals>(streams, count) skins the next vertices.
template <class Kernel, bool HasNormals>
inline void skin_groups(SortedStreams s, const int32_t counts[4]) {
  Kernel::template skin<1, HasNormals>(s, counts[0]);
  s.advance(counts[0], 1);
  Kernel::template skin<2, HasNormals>(s, counts[1]);
  s.advance(counts[1], 2);
  Kernel::template skin<3, HasNormals>(s, counts[2]);
  s.advance(counts[2], 3);
  Kernel::template skin<4, HasNormals>(s, counts[3]);
}

template <class Kernel>
inline void skin_sorted(const SortedStreams& s, const int32_t counts[4]) {
  if (s.normals)
    skin_groups<Kernel, true>(s, counts);
  else
    skin_groups<Kernel, false>(s, counts);
}

#endif
