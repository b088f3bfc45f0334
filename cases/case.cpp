#include "cases/case.h"

#include <bit>

namespace ulna {

bool same_input(const Case& a, const Case& b) {
  return a.leftovers == b.leftovers && same_but_leftovers(a, b);
}

bool same_but_leftovers(const Case& a, const Case& b) {
  return a.operation == b.operation &&
         std::bit_cast<uint32_t>(a.real) == std::bit_cast<uint32_t>(b.real) &&
         a.integers == b.integers && a.flush == b.flush && a.same_array == b.same_array &&
         a.processors == b.processors && a.order == b.order && a.arrays == b.arrays &&
         a.places == b.places;
}

} // namespace ulna
