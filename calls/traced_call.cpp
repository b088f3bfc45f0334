#include "calls/traced_call.h"

#include "base/error.h"

#include <fmt/format.h>

#include <sys/uio.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

#include <optional>
#include <vector>
#endif

namespace ulna {

size_t TracedMemory::read(uint64_t address, std::span<std::byte> to) const {
  const iovec here{to.data(), to.size()};
  const iovec there{reinterpret_cast<void*>(address), to.size()};
  const ssize_t count = process_vm_readv(worker_, &here, 1, &there, 1, 0);
  return count < 0 ? 0 : static_cast<size_t>(count);
}

#if defined(__x86_64__)

namespace {

constexpr uint64_t kTrapFlag = 0x100;

/// Where XSAVE's standard form has the parts of the state. Intel SDM volume 1, 13.4.
class SavedVectors {
public:
  SavedVectors() {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (!__get_cpuid_count(kLeaf, 0, &eax, &ebx, &ecx, &edx)) return;
    bytes_.resize(ecx);
    for (unsigned part = 0; part < kParts; ++part)
      if (__get_cpuid_count(kLeaf, part, &eax, &ebx, &ecx, &edx) && part >= 2 && eax > 0)
        offsets_[part] = ebx;
  }

  bool read(pid_t worker, TracedState& state) {
    iovec to{bytes_.data(), bytes_.size()};
    if (ptrace(PTRACE_GETREGSET, worker, NT_X86_XSTATE, &to) != 0) return false;
    size_ = to.iov_len;
    constexpr size_t kMxcsr = 24, kXmm = 160, kHeader = 512;
    if (size_ < kHeader + sizeof there_) return false;
    std::memcpy(&there_, bytes_.data() + kHeader, sizeof there_);
    std::memcpy(&state.mxcsr, bytes_.data() + kMxcsr, sizeof state.mxcsr);
    state.vectors = {};
    state.masks = {};
    if ((there_ >> 1 & 1U) != 0)
      for (size_t v = 0; v < 16; ++v)
        std::memcpy(state.vectors[v].data(), bytes_.data() + kXmm + 16 * v, 16);
    for (size_t v = 0; v < 16; ++v) {
      copy(2, 16 * v, &state.vectors[v][4], 16);
      copy(6, 32 * v, &state.vectors[v][8], 32);
      copy(7, 64 * v, &state.vectors[16 + v][0], 64);
    }
    copy(5, 0, state.masks.data(), sizeof state.masks);
    return true;
  }

private:
  static constexpr unsigned kLeaf = 0xd, kParts = 8;

  /// Where the processor left a part out its registers are zero.
  void copy(unsigned part, size_t at, void* to, size_t count) const {
    if ((there_ >> part & 1U) == 0 || offsets_[part] == 0) return;
    if (offsets_[part] + at + count <= size_)
      std::memcpy(to, bytes_.data() + offsets_[part] + at, count);
  }

  std::vector<std::byte> bytes_;
  std::array<size_t, kParts> offsets_{};
  size_t size_ = 0;
  uint64_t there_ = 0;
};

user_regs_struct registers_of(pid_t worker) {
  user_regs_struct r{};
  ptrace(PTRACE_GETREGS, worker, nullptr, &r);
  return r;
}

void take(const user_regs_struct& r, TracedState& state) {
  state.instruction_pointer = r.rip;
  state.flags = r.eflags & ~kTrapFlag;
  state.general = {r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi,
                   r.r8,  r.r9,  r.r10, r.r11, r.r12, r.r13, r.r14, r.r15};
}

/// The signal that stopped it, or nothing where it has ended.
std::optional<int> stopped_by(pid_t worker) {
  int status = 0;
  while (waitpid(worker, &status, __WALL) < 0)
    if (errno != EINTR) return {};
  if (!WIFSTOPPED(status)) return {};
  return WSTOPSIG(status);
}

bool step(pid_t worker) {
  if (ptrace(PTRACE_SINGLESTEP, worker, nullptr, nullptr) != 0) return false;
  return stopped_by(worker) == SIGTRAP;
}

bool is_system_call(const TracedState& state) {
  const auto is = [&](uint8_t first, uint8_t second) {
    return state.code[0] == std::byte{first} && state.code[1] == std::byte{second};
  };
  return is(0x0f, 0x05) || is(0x0f, 0x34) || is(0xcd, 0x80);
}

/// Up to the function's first instruction: the watched call ends in a jump through memory.
bool enter(pid_t worker) {
  const TracedMemory memory(worker);
  constexpr int kMost = 200; // it has some thirty
  for (int i = 0; i < kMost; ++i) {
    std::array<std::byte, 2> code{};
    memory.read(registers_of(worker).rip, code);
    const bool jumps = code[0] == std::byte{0xff} && code[1] == std::byte{0x25};
    if (!step(worker)) return false;
    if (jumps) return true;
  }
  return false;
}

/// As if nobody had watched, and nobody does any more.
void let_go(pid_t worker, int signal) {
  user_regs_struct r = registers_of(worker);
  r.eflags &= ~kTrapFlag;
  ptrace(PTRACE_SETREGS, worker, nullptr, &r);
  ptrace(PTRACE_DETACH, worker, nullptr, reinterpret_cast<void*>(static_cast<intptr_t>(signal)));
}

} // namespace

TracedCall::TracedCall(pid_t worker) : worker_(worker) {
  if (ptrace(PTRACE_SEIZE, worker, nullptr, nullptr) != 0)
    throw NotRun(fmt::format("this system lets no process trace another ({}); allow ptrace, in a "
                             "container with --cap-add=SYS_PTRACE",
                             std::strerror(errno)));
}

TraceEnd TracedCall::follow(const OnStep& on_step) {
  if (stopped_by(worker_) != SIGTRAP || !enter(worker_)) return TraceEnd::died;
  const TracedMemory memory(worker_);
  SavedVectors vectors;
  user_regs_struct r = registers_of(worker_);
  const uint64_t stack = r.rsp;
  uint64_t return_to = 0;
  memory.read(stack, std::as_writable_bytes(std::span(&return_to, 1)));
  TracedState state{};
  for (;;) {
    const bool returned = r.rip == return_to && r.rsp > stack;
    take(r, state);
    state.code = {};
    memory.read(r.rip, state.code); // less of it, where the next page is none
    const bool calls_system = !returned && is_system_call(state);
    const bool goes_on =
        !calls_system && vectors.read(worker_, state) && on_step(state, memory, returned);
    if (returned || !goes_on) {
      let_go(worker_, 0);
      return returned       ? TraceEnd::returned
             : calls_system ? TraceEnd::system_call
                            : TraceEnd::enough;
    }
    if (ptrace(PTRACE_SINGLESTEP, worker_, nullptr, nullptr) != 0) return TraceEnd::died;
    const auto signal = stopped_by(worker_);
    if (!signal) return TraceEnd::died;
    if (*signal != SIGTRAP) {
      let_go(worker_, *signal);
      return TraceEnd::died;
    }
    r = registers_of(worker_);
  }
}

#else

TracedCall::TracedCall(pid_t worker) : worker_(worker) {
  throw NotRun("calls are followed on x86-64 only; run this there");
}

TraceEnd TracedCall::follow(const OnStep&) {
  return TraceEnd::died;
}

#endif

} // namespace ulna
