// What lies in memory as four floats. Any alignment will do: loads and stores need none.
#ifndef ULNA_FOUR_LANES_VEC4_H
#define ULNA_FOUR_LANES_VEC4_H

#include "ulna/port.h"
#include "vectors.h" // of the port that is compiled

inline Floats4 load(const ulna_vec4& v) {
  return load(&v.x);
}
inline void store(ulna_vec4& out, Floats4 v) {
  store(&out.x, v);
}

#endif
