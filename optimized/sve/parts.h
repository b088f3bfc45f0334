// Matrices in registers of any length. Floats that lie one after the other fill as many registers
// as they need: sixteen floats take four registers of 128 bits, two of 256, and one that is longer.
// The code is for 128 bits: what it does with the registers that longer ones leave empty, does
// nothing. Types of SVE have no size, so that a struct cannot hold them.
#ifndef ULNA_SVE_PARTS_H
#define ULNA_SVE_PARTS_H

#include "ulna/port.h"

#include <arm_sve.h>

inline svbool_t all_lanes() {
  return svptrue_b32();
}

// Of so many floats, the lanes that register `part` has.
template <int Floats>
inline svbool_t part_lanes(int part) {
  return svwhilelt_b32(uint64_t(part) * svcntw(), uint64_t(Floats));
}

// The other lanes become 0.
template <int Floats>
inline svfloat32_t load_part(const float (&floats)[Floats], int part) {
  return svld1_vnum(part_lanes<Floats>(part), floats, part);
}

// x, y, z, w, x, y, z, w and so on, whatever the length.
inline svfloat32_t load_repeated(const ulna_vec4& v) {
  return svld1rq(all_lanes(), &v.x);
}

#endif
