// sort_verts_by_influences, with what can go wrong in it.
#pragma once

#include "kernels.h"

namespace ulna::planted {

/// A call, as bugs see it.
struct Sorting {
  uint32_t* places;
  uint32_t* new_indices;
  int32_t* counts;
  const uint8_t* num_influences;
  const uint32_t* indices;
  int32_t num_verts, num_indices;
};

/// The parts of a right port: counts, places that begin where the groups before end, and indices.
struct Sort {
  static void count(const Sorting& s, uint32_t* count) {
    for (int32_t v = 0; v < s.num_verts; ++v) ++count[s.num_influences[v] - 1];
  }
  static void place(const Sorting& s, uint32_t* next) {
    for (int32_t v = 0; v < s.num_verts; ++v) s.places[v] = next[s.num_influences[v] - 1]++;
  }
  static void rename(const Sorting& s) {
    for (int32_t k = 0; k < s.num_indices; ++k) s.new_indices[k] = s.places[s.indices[k]];
  }
};

template <class Port>
void sort_verts(uint32_t* places, uint32_t* new_indices, int32_t* counts,
                const uint8_t* num_influences, const uint32_t* indices, int32_t num_verts,
                int32_t num_indices) {
  const Sorting s{places, new_indices, counts, num_influences, indices, num_verts, num_indices};
  uint32_t count[4] = {};
  Port::count(s, count);
  uint32_t next[4] = {0, count[0], count[0] + count[1], count[0] + count[1] + count[2]};
  for (int k = 0; k < 4; ++k) counts[k] = static_cast<int32_t>(count[k]);
  Port::place(s, next);
  Port::rename(s);
}

template <class Port>
const ulna_port* offer_sort(const char* name) {
  return offer(name, &ulna_port::sort_verts_by_influences, sort_verts<Port>);
}

} // namespace ulna::planted
