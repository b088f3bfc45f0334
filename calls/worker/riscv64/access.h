// What an instruction does to memory, by its bits (The RISC-V Instruction Set Manual, volume I).
#pragma once

#include <cstdint>

namespace ulna {

/// Whether it stores, of an instruction that accesses memory, with whatever lies behind a short
/// one. One that does both, stores.
bool stores(uint32_t instruction);

} // namespace ulna
