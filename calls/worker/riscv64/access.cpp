#include "calls/worker/riscv64/access.h"

namespace ulna {

bool stores(uint32_t instruction) {
  const uint32_t quadrant = instruction & 3;
  if (quadrant != 3) { // 16 bits: c.fsd, c.sw, c.sd and the same by the stack pointer
    const uint32_t kind = instruction >> 13 & 7;
    return quadrant != 1 && kind >= 5;
  }
  constexpr uint32_t kStore = 0x23, kStoreFloats = 0x27, kAtomic = 0x2f, kLoadReserved = 2;
  const uint32_t opcode = instruction & 0x7f;
  return opcode == kStore || opcode == kStoreFloats ||
         (opcode == kAtomic && instruction >> 27 != kLoadReserved);
}

} // namespace ulna
