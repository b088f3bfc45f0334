// Instructions run on registers that a test chose: what the CPU makes of them.
#pragma once

#include "base/random.h"
#include "base/sanitizers.h"
#include "code/effect.h"
#include "properties/code/code_samples.h"
#include "properties/fewer.h"

namespace ulna::code {

/// All registers but rsp, and the arithmetic flags.
struct Registers {
  uint64_t general[16];
  uint64_t flags;
  uint64_t masks[8];
  uint64_t unused[7];
  uint32_t vectors[kVectors][kLanes];
};
static_assert(offsetof(Registers, flags) == 128 && offsetof(Registers, masks) == 136 &&
              offsetof(Registers, vectors) == 256);

inline constexpr Unit kRegisters = kMemoryLane; ///< the units that are no memory
inline constexpr Unit kRsp = 4;

/// Whether it has AVX-512. If not, only SSE's registers are loaded and stored.
bool has_all_registers();

/// A page to run instructions in.
class Runner {
public:
  Runner();
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// What the registers hold behind the code.
  Registers run(std::string_view code, const Registers& before);

private:
  void* page_;
};

/// Of moderate floats, also as halves of doubles, so that no result is a NaN that depends on the
/// order of operands.
Registers random_registers(Random& r);

uint64_t value(const Registers& r, Unit unit);
/// By one bit.
void change(Registers& r, Unit unit, Random& random);

/// Whether the runner loads and stores it.
bool is_followed(Unit unit);

/// Whether it can be run as it is: no memory, no jump, no division, not the stack, and this CPU has
/// it.
bool can_run(const Instruction& instruction, const Decoded& d);

/// Of the built-in ports, some of each kind: a mnemonic with a width, in some registers.
std::vector<Instruction> samples();

} // namespace ulna::code
