// What an instruction does to memory, by its bits (Arm Architecture Reference Manual, C4.1).
#pragma once

#include <cstdint>

namespace ulna {

/// Whether it stores, of an instruction that accesses memory. One that does both, stores.
bool stores(uint32_t instruction);

} // namespace ulna
