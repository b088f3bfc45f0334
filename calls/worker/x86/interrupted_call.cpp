#include "calls/worker/x86/interrupted_call.h"

#include "calls/shared/own_data.h"
#include "calls/worker/x86/call.h"
#include "calls/worker/x86/signal_mask.h"
#include "calls/worker/x86/trap_flag.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <span>

namespace ulna {
namespace {

using arena::Interruptions;

constexpr uint64_t kMostSteps = 5'000, kMostFar = 100'000; // each costs tens of microseconds
constexpr uint32_t kMostStores = 1'000;                    // each costs two signals

struct Interrupted {
  Interruptions where;
  bool (*between)();
  MappedLibrary port;
  OwnData data{port};
  uint32_t count = 0;
  uint32_t next = 0; ///< place
  uint64_t steps = 0;
  bool enough = false;           ///< was said
  std::atomic<bool> over{false}; ///< nothing is left to count

  /// Of what is counted one more.
  void count_one() {
    ++count;
    if (next == where.num_places || count != where.places[next]) return;
    ++next;
    enough = !between() || next == where.num_places;
  }

  bool is_counted_out() const {
    if (enough) return true;
    if (where.behind == Interruptions::Behind::stores) return count == kMostStores;
    const uint64_t last = where.num_places > 0 ? where.places[where.num_places - 1] : 0;
    return steps == std::min(kMostFar, kMostSteps + 4 * last);
  }

  bool guard(bool on) const {
    return std::ranges::all_of(data.pages(), [on](std::span<std::byte> pages) {
      return mprotect(pages.data(), pages.size(), on ? PROT_READ : PROT_READ | PROT_WRITE) == 0;
    });
  }

  bool holds(const void* address) const {
    return std::ranges::any_of(data.pages(), [address](std::span<std::byte> pages) {
      return address >= pages.data() && address < pages.data() + pages.size();
    });
  }
};

thread_local Interrupted* mine = nullptr;
Interrupted* guarded = nullptr; // against stores by all threads

/// A store in the library's data: it is let through, and counted behind it. Another thread's ends
/// the count, as the two would have to wait for each other.
bool pass_store(const siginfo_t* info, mcontext_t& state) {
  constexpr greg_t kWrite = 2; // in the error code of a page fault
  if (!guarded || (state.gregs[REG_ERR] & kWrite) == 0 || !guarded->holds(info->si_addr))
    return false;
  if (!guarded->guard(false)) return false;
  if (mine)
    step_on(state, true);
  else
    guarded->over = true;
  return true;
}

} // namespace

uint32_t call_interrupted(WatchedCall& call, const Interruptions& where, bool (*between)()) {
  Interrupted interrupted{where, between, MappedLibrary(call.function)};
  interrupted.where.num_places = std::min(where.num_places, Interruptions::kMost);
  mine = &interrupted;
  if (where.behind == Interruptions::Behind::stores) {
    guarded = &interrupted;
    interrupted.guard(true);
  } else {
    call.flags |= kTrapFlag;
  }
  make_watched_call(call);
  if (guarded) interrupted.guard(false);
  mine = guarded = nullptr;
  if (interrupted.next == 0) between();
  return interrupted.count;
}

bool pass_interruption(int signal, const siginfo_t* info, void* context) {
  auto& state = static_cast<ucontext_t*>(context)->uc_mcontext;
  if (signal == SIGSEGV) return pass_store(info, state);
  if (!mine || !is_trap(signal, info)) return false;
  const bool behind_store = guarded == mine;
  undo_unblocking(state);
  ++mine->steps;
  if (behind_store || mine->port.hold(instruction_pointer(state))) mine->count_one();
  const bool over = mine->over || mine->is_counted_out();
  if (behind_store && !over) mine->guard(true);
  if (behind_store || over || is_back(state))
    step_on(state, false);
  else
    keep_traps_unblocked(state);
  return true;
}

} // namespace ulna
