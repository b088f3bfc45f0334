#include "operations/list.h"

namespace ulna {

std::span<const Operation* const> operations() {
#define ULNA_ADDRESS(operation) &operation(),
  static const std::array all{ULNA_OPERATIONS(ULNA_ADDRESS)};
#undef ULNA_ADDRESS
  return all;
}

} // namespace ulna
