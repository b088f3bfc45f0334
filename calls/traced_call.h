// A call that is followed from outside, instruction by instruction: ptrace(2), as debuggers do it.
// What the port does to its own process can neither hide a step nor change what was seen of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include <sys/types.h>

namespace ulna {

/// What the registers of x86-64 hold before an instruction, but for those of x87. Parts that the
/// processor lacks are zero.
struct TracedState {
  uint64_t instruction_pointer;
  uint64_t flags;
  std::array<uint64_t, 16>
      general; ///< by their numbers: rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8
  std::array<uint64_t, 8> masks;
  std::array<std::array<uint32_t, 16>, 32> vectors; ///< 32 bits each, lowest first
  uint32_t mxcsr;
  std::array<std::byte, 16>
      code; ///< from the instruction pointer on, zeroes where there is no more
};

/// The memory of the worker, between two instructions.
class TracedMemory {
public:
  explicit TracedMemory(pid_t worker) : worker_(worker) {}
  /// Copies from an address, and returns how many bytes of it there are.
  size_t read(uint64_t address, std::span<std::byte> to) const;
  pid_t worker() const { return worker_; }

private:
  pid_t worker_;
};

/// Is told of the state before each instruction, the first of which is the function's own, and of
/// that behind the last one, which returned. False: it has seen enough, and is not called again.
using OnStep = std::function<bool(const TracedState&, const TracedMemory&, bool returned)>;

/// Until when a call was followed.
enum class TraceEnd : uint8_t {
  returned,
  enough,      ///< OnStep said so
  system_call, ///< the port was about to make one, in which it might wait for ever, or start others
  died         ///< a signal ended it, or somebody the worker
};

/// Follows the call that a worker is about to make, which sets the trap flag before it
/// (Stepped::traced). The call goes on as if nobody had watched. From the thread that attached.
class TracedCall {
public:
  /// Throws NotRun where the system lets nobody trace the worker, or the processor is another.
  explicit TracedCall(pid_t worker);
  TraceEnd follow(const OnStep& on_step);

private:
  pid_t worker_;
};

} // namespace ulna
