#include "calls/worker/x86/stepped_call.h"

#include "calls/shared/arena.h"
#include "calls/shared/convention.h"
#include "calls/shared/own_data.h"
#include "calls/worker/x86/call.h"
#include "calls/worker/x86/scratch_registers.h"
#include "calls/worker/x86/signal_mask.h"
#include "calls/worker/x86/trap_flag.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>
#include <vector>

namespace ulna {

using arena::Stepped;

namespace {

// Each costs microseconds, on a virtual machine thirty.
constexpr uint64_t kMostBefore = 5'000;       // steps while no bytes change
constexpr uint64_t kMostSteps = 1'000;        // then, before touches alone are stepped
constexpr uint64_t kMostStepsShared = 20'000; // where other threads touch the pages, too
constexpr uint64_t kMostTouches = 2'000;
/// Odd: a byte comes round after 256 steps, later than any store follows its load.
constexpr uint8_t kChange = 0x9d;

/// `call there`, or `call [rip + there]` and `call [ebx + there]`. Through a register something
/// else may be called, as the resolvers of thread-local storage, with rules of its own.
bool is_behind_direct_call(uintptr_t address) {
  const auto* at = reinterpret_cast<const uint8_t*>(address);
  constexpr uint8_t kThroughTable = sizeof(void*) == 8 ? 0x15 : 0x93;
  return at[-5] == 0xe8 || (at[-6] == 0xff && at[-5] == kThroughTable);
}

/// The pages of some bytes, which nobody may touch unseen.
class Pages {
public:
  explicit Pages(std::span<const std::span<std::byte>> bytes) {
    constexpr auto kPage = uintptr_t{arena::kPage};
    std::vector<Range> ranges;
    for (const std::span<std::byte> range : bytes) {
      const auto first = reinterpret_cast<uintptr_t>(range.data());
      ranges.push_back({first / kPage * kPage, (first + range.size() + kPage - 1) / kPage * kPage});
    }
    std::ranges::sort(ranges, {}, &Range::begin);
    for (const Range& range : ranges) {
      if (!all_.empty() && range.begin <= all_.back().end)
        all_.back().end = std::max(all_.back().end, range.end);
      else
        all_.push_back(range);
    }
  }

  bool hold(uintptr_t address) const {
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
    uintptr_t begin, end;
  };
  std::vector<Range> all_;
};

struct Steps {
  std::span<const std::span<std::byte>> bytes;
  MappedLibrary port;
  Pages pages;
  std::atomic<bool> touched{false}; ///< the pages are open
  std::atomic<bool> shared{false};  ///< another thread has touched them: they stay open
  bool by_touches = false;          ///< what does not touch the pages is no longer stepped
  uint64_t count = 0;               ///< of steps that are limited
  uint64_t touches = 0;             ///< of those that were stepped alone
  uint64_t changes = 0;             ///< of the bytes
  bool inside = false;              ///< of it, one instruction ago
  uintptr_t return_to = 0;          ///< from the call that left it, or 0
  uintptr_t called = 0;             ///< by it
  uintptr_t stack = 0;              ///< the stack pointer then
  uintptr_t callers_stack = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));

  bool enough() const {
    if (!touched) return count == kMostBefore;
    return count >= (shared ? kMostStepsShared : kMostSteps);
  }

  void wait_for_touch() {
    if (shared || touches == kMostTouches) return;
    touched = false;
    touched = !pages.protect(PROT_NONE);
  }

  void change() {
    if (!touched) return;
    add(kChange);
    ++changes;
  }

  void add(uint8_t change) const {
    for (const std::span<std::byte> range : bytes)
      for (std::byte& b : range) b = static_cast<std::byte>(static_cast<uint8_t>(b) + change);
  }

  /// What lies below its stack, and below the red zone where the ABI has one, is not the port's.
  void spoil_below_stack(const mcontext_t& state) const {
    constexpr size_t kBytes = 2048, kMostStack = 64 << 10;
    constexpr size_t kRedZone = arena::kOwnConvention.has_red_zone ? 128 : 0;
    // A stack of the port's own may end there.
    const uintptr_t top = stack_pointer(state);
    if (inside && top < callers_stack && callers_stack - top < kMostStack)
      std::memset(reinterpret_cast<void*>(top - kRedZone - kBytes), 0xa5, kBytes);
  }

  void follow_calls(mcontext_t& state) {
    const uintptr_t at = instruction_pointer(state), top = stack_pointer(state);
    const bool was_inside = std::exchange(inside, port.hold(at));
    if (was_inside && !inside) {
      std::memcpy(&return_to, reinterpret_cast<const void*>(top), sizeof return_to);
      stack = top + sizeof return_to;
      called = at;
      if (!port.hold(return_to) || !is_behind_direct_call(return_to) || !is_ordinary(at))
        return_to = 0;
    } else if (inside && return_to != 0 && at == return_to && top == stack) {
      change_scratch(state, called, count);
      return_to = 0;
    }
  }
};

thread_local Steps* current = nullptr; // a thread that the port starts steps no bytes
Steps* watched = nullptr;              // by all threads

/// A touch of what changes from then on. Behind the first one each instruction counts, however many
/// there were before.
bool pass_touch(const siginfo_t* info, ucontext_t& context) {
  if (!watched || !watched->pages.hold(reinterpret_cast<uintptr_t>(info->si_addr))) return false;
  if (!watched->pages.protect(PROT_READ | PROT_WRITE)) return false;
  watched->touched = true;
  if (!current) {
    watched->shared = true;
    return true;
  }
  if (!current->by_touches) current->count = 0;
  step_on(context.uc_mcontext, true);
  return true;
}

/// Behind an instruction of the port.
void pass_instruction(Steps& steps, mcontext_t& state) {
  if (is_back(state)) return step_on(state, false);
  if (steps.by_touches) {
    steps.change();
    ++steps.touches;
  } else if (!steps.enough()) {
    steps.follow_calls(state);
    steps.spoil_below_stack(state);
    steps.change();
    ++steps.count;
    return;
  } else if (steps.touched) {
    steps.by_touches = true;
  }
  step_on(state, false);
  if (steps.by_touches) steps.wait_for_touch();
}

} // namespace

void call_stepped(WatchedCall& call, std::span<const std::span<std::byte>> bytes, Stepped how) {
  if (how == Stepped::traced) {
    call.flags |= kTrapFlag;
    return make_watched_call(call);
  }
  Steps steps{bytes, MappedLibrary(call.function), Pages(bytes)};
  is_ordinary(0); // asks the loader for names now, not in the handler
  steps.touched = !steps.pages.protect(PROT_NONE);
  current = watched = &steps;
  steps.by_touches = how == Stepped::touches;
  if (how == Stepped::from_the_start || steps.touched) call.flags |= kTrapFlag;
  make_watched_call(call);
  current = watched = nullptr;
  steps.pages.protect(PROT_READ | PROT_WRITE);
  steps.add(static_cast<uint8_t>(-(steps.changes * kChange)));
}

bool pass_step(int signal, const siginfo_t* info, void* context) {
  if (signal == SIGSEGV) return pass_touch(info, *static_cast<ucontext_t*>(context));
  if (!is_trap(signal, info)) return false;
  auto& state = static_cast<ucontext_t*>(context)->uc_mcontext;
  if (current) {
    undo_unblocking(state);
    pass_instruction(*current, state);
    if ((state.gregs[REG_EFL] & kTrapFlag) != 0) keep_traps_unblocked(state);
  } else {
    step_on(state, false);
  }
  return true;
}

} // namespace ulna
