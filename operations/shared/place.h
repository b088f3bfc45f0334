// Where a generated case lies in memory, and in which environment it is called.
#pragma once

#include "base/random.h"
#include "cases/make_case.h"
#include "cases/operation.h"

namespace ulna {

/// The empty case that a generator fills, with its name, and with leftovers that depend on nothing
/// else about it.
inline Case begin_case(const Operation& op, uint64_t seed, uint64_t i) {
  constexpr uint64_t kStream = 0x6c656674;
  Case c = make_case(op);
  c.note = "generated, seed " + std::to_string(seed) + ", case " + std::to_string(i);
  c.leftovers = static_cast<Leftovers>(Random(seed ^ kStream, i).below(kNumLeftovers));
  return c;
}

/// Half of the arrays lie flush against an inaccessible page, the others at every alignment that
/// the contract allows; a quarter of the cases are called with FTZ and DAZ set.
inline void place(Case& c, Random& r) {
  for (size_t i = 0; i < c.arrays.size(); ++i) {
    const size_t steps = 64 / c.operation->arrays[i].alignment;
    c.places[i].side = r.one_in(3) ? Side::before : Side::behind;
    const size_t step = r.one_in(2) ? 0 : r.below(steps);
    c.places[i].shift = static_cast<uint8_t>(step * c.operation->arrays[i].alignment);
  }
  c.flush = r.one_in(4);
}

/// Every array on the same side, shifted by as much of `shift` as its alignment allows.
inline void put_all(Case& c, Side side, size_t shift) {
  for (size_t a = 0; a < c.places.size(); ++a) {
    const size_t alignment = c.operation->arrays[a].alignment;
    c.places[a] = {side, static_cast<uint8_t>(shift / alignment * alignment)};
  }
}

} // namespace ulna
