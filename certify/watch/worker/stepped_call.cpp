#include "certify/watch/worker/stepped_call.h"

#include "certify/watch/arena.h"
#include "certify/watch/worker/own_data.h"
#include "certify/watch/worker/scratch_registers.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>
#include <vector>

namespace ulna {

extern "C" const char ulna_watched_return[]; // in call.asm: where the port returns to

namespace {

constexpr uint64_t kTrapFlag = 0x100;
constexpr uint64_t kMostSteps = 20'000; // while bytes change; each costs microseconds
constexpr uint64_t kMostBefore = 5'000; // while nothing does
constexpr uint64_t kMostFar = 100'000;  // where something is known to come
/// Odd: a byte comes round after 256 steps, later than any store follows its load.
constexpr uint8_t kChange = 0x9d;

/// `call there` or `call [rip + there]`. Through a register something else may be called, as the
/// resolvers of thread-local storage, with rules of its own.
bool is_behind_direct_call(uint64_t address) {
  const auto* at = reinterpret_cast<const uint8_t*>(address);
  return at[-5] == 0xe8 || (at[-6] == 0xff && at[-5] == 0x15);
}

/// The pages of some bytes, which nobody may touch unseen.
class Pages {
public:
  explicit Pages(std::span<const std::span<std::byte>> bytes) {
    constexpr auto kPage = uint64_t{arena::kPage};
    for (const std::span<std::byte> range : bytes) {
      const auto first = reinterpret_cast<uint64_t>(range.data());
      const uint64_t begin = first / kPage * kPage;
      const uint64_t end = (first + range.size() + kPage - 1) / kPage * kPage;
      if (!all_.empty() && begin <= all_.back().end)
        all_.back().end = std::max(all_.back().end, end);
      else
        all_.push_back({begin, end});
    }
  }

  bool hold(uint64_t address) const {
    return std::ranges::any_of(
        all_, [&](const Range& r) { return address >= r.begin && address < r.end; });
  }

  bool protect(int how) const {
    return std::ranges::all_of(all_, [&](const Range& r) {
      return mprotect(reinterpret_cast<void*>(r.begin), r.end - r.begin, how) == 0;
    });
  }

private:
  struct Range {
    uint64_t begin, end;
  };
  std::vector<Range> all_;
};

struct Steps {
  std::span<const std::span<std::byte>> bytes;
  MappedLibrary port;
  Pages pages{bytes};
  std::atomic<bool> touched{false};
  uint64_t count = 0;     ///< of steps that are limited
  uint64_t changes = 0;   ///< of the bytes
  bool inside = false;    ///< of it, one instruction ago
  uint64_t return_to = 0; ///< from the call that left it, or 0
  uint64_t called = 0;    ///< by it
  uint64_t stack = 0;     ///< the stack pointer then

  bool enough() const { return count == (touched ? kMostSteps : kMostBefore); }

  void change() {
    if (!touched) return;
    add(kChange);
    ++changes;
  }

  void add(uint8_t change) const {
    for (const std::span<std::byte> range : bytes)
      for (std::byte& b : range) b = static_cast<std::byte>(static_cast<uint8_t>(b) + change);
  }

  void follow_calls(mcontext_t& state) {
    const auto rip = static_cast<uint64_t>(state.gregs[REG_RIP]);
    const auto rsp = static_cast<uint64_t>(state.gregs[REG_RSP]);
    const bool was_inside = std::exchange(inside, port.hold(rip));
    if (was_inside && !inside) {
      std::memcpy(&return_to, reinterpret_cast<const void*>(rsp), sizeof return_to);
      stack = rsp + sizeof return_to;
      called = rip;
      if (!port.hold(return_to) || !is_behind_direct_call(return_to) || !is_ordinary(rip))
        return_to = 0;
    } else if (inside && return_to != 0 && rip == return_to && rsp == stack) {
      change_scratch(state, called, count);
      return_to = 0;
    }
  }
};

/// The steps of a call that another one comes into.
struct Interruption {
  MappedLibrary port;
  uint32_t wanted; ///< of the port's own
  void (*between)();
  OwnData data{port};
  uint64_t sum = data.sum();
  uint64_t all = 0;
  uint32_t stores = 0, kept_one_in = 1;
  arena::Steps seen{};

  /// Whether there is nothing left to step for.
  bool is_over(uint64_t address) {
    const bool own = port.hold(address);
    if (own) ++seen.count;
    if (const uint64_t now = data.sum(); now != sum) {
      sum = now;
      note_store(seen.count + (own ? 0 : 1));
    }
    if (own && seen.count == wanted) {
      interrupt();
      return true;
    }
    return ++all == most();
  }

  /// Up to what is wanted, and as many as that takes outside the port.
  uint64_t most() const {
    if (wanted == arena::kToTheEnd) return kMostBefore;
    return wanted == arena::kFarToTheEnd ? kMostFar : std::min(kMostFar, kMostBefore + 4 * wanted);
  }

  /// Of too many every second is forgotten, and so on.
  void note_store(uint32_t step) {
    if (stores++ % kept_one_in != 0) return;
    if (seen.num_stores == arena::Steps::kMostStores) {
      for (uint32_t i = 0; 2 * i < arena::Steps::kMostStores; ++i)
        seen.stores[i] = seen.stores[2 * i];
      seen.num_stores /= 2;
      kept_one_in *= 2;
    }
    seen.stores[seen.num_stores++] = step;
  }

  void interrupt() {
    if (between) std::exchange(between, nullptr)();
  }
};

thread_local Interruption* interruption = nullptr;
thread_local Steps* current = nullptr; // a thread that the port starts steps no bytes
Steps* watched = nullptr;              // by all threads

/// A touch of what changes from then on: behind it each instruction counts, however many there were
/// before.
bool pass_touch(const siginfo_t* info, ucontext_t& context) {
  if (!watched || !watched->pages.hold(reinterpret_cast<uint64_t>(info->si_addr))) return false;
  if (!watched->pages.protect(PROT_READ | PROT_WRITE)) return false;
  watched->touched = true;
  if (current) {
    current->count = 0;
    context.uc_mcontext.gregs[REG_EFL] |= static_cast<greg_t>(kTrapFlag);
  }
  return true;
}

} // namespace

void call_stepped(WatchedCall& call, std::span<const std::span<std::byte>> bytes,
                  bool from_the_start) {
  Steps steps{bytes, MappedLibrary(call.function)};
  is_ordinary(0); // asks the loader for names now, not in the handler
  steps.touched = !steps.pages.protect(PROT_NONE);
  current = watched = &steps;
  if (from_the_start || steps.touched) call.flags |= kTrapFlag;
  ulna_watched_call(&call);
  current = watched = nullptr;
  steps.pages.protect(PROT_READ | PROT_WRITE);
  steps.add(static_cast<uint8_t>(-(steps.changes * kChange)));
}

arena::Steps call_interrupted(WatchedCall& call, uint32_t steps, void (*between)()) {
  Interruption mine{MappedLibrary(call.function), steps, between};
  interruption = &mine;
  call.flags |= kTrapFlag;
  ulna_watched_call(&call);
  interruption = nullptr;
  mine.interrupt();
  return mine.seen;
}

bool pass_step(int signal, const siginfo_t* info, void* context) {
  if (signal == SIGSEGV) return pass_touch(info, *static_cast<ucontext_t*>(context));
  // Not int3. Virtual machines do not always say that it was a step.
  const bool trapped =
      info->si_code == TRAP_TRACE || info->si_code == TRAP_BRKPT || info->si_code == TRAP_HWBKPT;
  if (signal != SIGTRAP || !trapped) return false;
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto rip = static_cast<uint64_t>(registers[REG_RIP]);
  const bool back = rip == reinterpret_cast<uint64_t>(ulna_watched_return);
  const bool over = interruption ? interruption->is_over(rip) : !current || current->enough();
  if (back || over) {
    registers[REG_EFL] &= ~static_cast<greg_t>(kTrapFlag);
    return true;
  }
  if (interruption) return true;
  current->follow_calls(static_cast<ucontext_t*>(context)->uc_mcontext);
  current->change();
  ++current->count;
  return true;
}

} // namespace ulna
