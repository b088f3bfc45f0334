// The worker: loads one port, and makes the calls that the judge lays out. It compares nothing. The
// port may take it down at any moment; the judge then starts another.

#include "base/sanitizers.h"
#include "calls/shared/control.h"
#include "calls/shared/own_data.h"
#include "calls/shared/ticks.h"
#include "calls/worker/confine.h"
#include "calls/worker/counts.h"
#include "calls/worker/guarded.h"
#include "calls/worker/processors.h"
#include "calls/worker/work.h"
#include "ulna/port.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ulna {
namespace {

using namespace arena;

Control* control = nullptr;
GuardedSpace space;
const ulna_port* port = nullptr;
uint64_t base = 0; // what the loader adds to the addresses of its library

[[noreturn]] void give_up(const char* what) {
  if (control) {
    std::snprintf(control->message, sizeof control->message, "%s", what);
    control->load = Load::failed;
  }
  leave_counts();
  _exit(kBadSetup);
}

/// Of an array and the one above it, which an address in the region of the first is nearer to.
size_t nearer(const std::byte* address, const Call& call, size_t array) {
  const std::byte* end = space.region(call, array) + call.regions[array].pages * kPage;
  for (size_t above = 0; above < call.num_arrays; ++above)
    if (place_of(call.slot, above) == place_of(call.slot, array) + 1 &&
        space.region(call, above) > address)
      return address - end > space.region(call, above) - address ? above : array;
  return array;
}

/// Which array of the current calls an address belongs to. A region owns its gap before it.
void locate(const std::byte* address, Fault& fault) {
  fault.array = -1;
  for (uint32_t i = control->started; i >= 1 && i <= control->started + 1; ++i) {
    const Call& call = control->calls[std::min(i, kSlots) - 1];
    for (size_t a = 0; a < kMaxArrays && a < call.num_arrays && call.slot < kSlots; ++a) {
      const std::byte* begin = space.region(call, a);
      if (address < begin - kPage || address >= begin + room(call, a)) continue;
      const size_t nearest = nearer(address, call, a);
      fault.array = static_cast<int32_t>(nearest);
      fault.offset = address - (space.region(call, nearest) + call.regions[nearest].offset);
      return;
    }
    if (!call.with_next) return;
  }
}

/// Remembers the signal for the judge, and lets it take its course.
void on_signal(int signal, siginfo_t* info, void* context) {
  if (pass_own_signal(signal, info, context)) {
    ++control->progress;
    return;
  }
  control->fault.address = reinterpret_cast<uintptr_t>(info->si_addr);
  describe_fault(signal, info, context, control->fault);
  if (control->fault.instruction != 0) control->fault.instruction -= base;
  locate(static_cast<const std::byte*>(info->si_addr), control->fault);
  control->fault.signal = static_cast<uint32_t>(signal);
  struct sigaction fall {};
  fall.sa_handler = SIG_DFL;
  sigaction(signal, &fall, nullptr);
  leave_counts();
  raise(signal); // blocked until the handler returns, and then the end
}

void catch_signals() {
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP})
    sigaction(signal, &action, nullptr);
}

/// A port that overruns its stack must still be heard.
void use_signal_stack() {
  stack_t stack{};
  stack.ss_size = size_t{1} << 16;
  stack.ss_sp = std::malloc(stack.ss_size); // belongs to the thread for as long as it lives
  sigaltstack(&stack, nullptr);
}

/// Where addresses have 32 bits, threads of 8 MB each would soon have all of them.
void use_small_thread_stacks() {
  if constexpr (kOwnConvention.pointer_bytes < sizeof(uint64_t)) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, size_t{1} << 20);
    pthread_setattr_default_np(&small);
    pthread_attr_destroy(&small);
  }
}

void load(const char* path) {
  const LoadedPort loaded = load_port(path, control->adversarial ? &control->adversary : nullptr);
  if (loaded.error) give_up(loaded.error);
  if (const char* wrong = space.begin_at(loaded.origin)) give_up(wrong);
  port = loaded.port;
  base = loaded.base;
  std::snprintf(control->name, sizeof control->name, "%s", port->name);
  std::snprintf(control->cpu_features, sizeof control->cpu_features, "%s", port->cpu_features);
  std::snprintf(control->profiles, sizeof control->profiles, "%s", loaded.profiles);
  control->members = loaded.members;
  for (size_t i = 0; i < kMaxMembers; ++i)
    control->functions[i] = loaded.members >> i & 1 ? loaded.function(i) - loaded.base : 0;
  if (const char* wrong = change_code(loaded.base, control->changes)) give_up(wrong);
}

void prepare_or_give_up(const Call& call, WatchedCall& watched) {
  if (const char* wrong = prepare(space, port, call, watched)) give_up(wrong);
}

/// Keeps the calling thread on one of the processors that it may use: the first or the last.
class OnProcessor {
public:
  explicit OnProcessor(bool first) {
    if (!get_real_affinity(before_)) return;
    int chosen = -1;
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &before_) && (chosen < 0 || !first)) chosen = i;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(chosen, &one);
    set_real_affinity(one);
  }
  ~OnProcessor() { set_real_affinity(before_); }

private:
  cpu_set_t before_{};
};

/// What a call may write, to be put back before it is made again.
class Writable {
public:
  explicit Writable(const Call& call) {
    for (size_t a = 0; a < call.num_arrays; ++a)
      if (call.regions[a].writable && call.regions[a].pages > 0)
        arrays_.push_back({space.region(call, a) + call.regions[a].offset,
                           static_cast<size_t>(call.regions[a].bytes)});
    size_t bytes = 0;
    for (const std::span<std::byte> array : arrays_) bytes += array.size();
    before_.resize(bytes);
    copy_to(before_);
    owed_.resize(bytes);
  }

  void put_back() const {
    const std::byte* from = before_.data();
    for (const std::span<std::byte> array : arrays_) {
      std::memcpy(array.data(), from, array.size());
      from += array.size();
    }
  }

  /// What they hold now is what the next calls owe.
  void expect() { copy_to(owed_); }

  bool hold_what_is_expected() const {
    const std::byte* wanted = owed_.data();
    for (const std::span<std::byte> array : arrays_) {
      if (std::memcmp(array.data(), wanted, array.size()) != 0) return false;
      wanted += array.size();
    }
    return true;
  }

private:
  void copy_to(std::vector<std::byte>& bytes) const {
    std::byte* to = bytes.data();
    for (const std::span<std::byte> array : arrays_) to = std::copy(array.begin(), array.end(), to);
  }

  std::vector<std::span<std::byte>> arrays_;
  std::vector<std::byte> before_, owed_;
};

/// The second thread, which makes the second call of a pair. The two stay apart: on a busy machine
/// the scheduler likes to put both on one processor, where they never meet.
class Companion {
public:
  Companion() {
    start_thread([](void* self) { static_cast<Companion*>(self)->run(); }, this);
  }

  /// Makes the other call in the middle of mine, until it leaves something else than the first
  /// time; says when they were, and returns how much was counted.
  uint32_t call_between(WatchedCall& mine, WatchedCall& other, const Call& other_call,
                        const Interruptions& where, State& my_state, State& other_state) {
    static Companion* self;
    self = this;
    other_ = &other;
    other_outputs_.emplace(other_call);
    times_ = 0;
    const uint64_t begin = processor_ticks();
    const uint32_t counted = call_interrupted(mine, where, [] { return self->let_go(); });
    const uint64_t end = processor_ticks();
    finish(mine, begin, end, my_state, other_state);
    return counted;
  }

  /// Makes both calls at the same time, as nearly as two threads can, and says when they were.
  void call_both(WatchedCall& mine, WatchedCall& other, State& my_state, State& other_state) {
    const OnProcessor first(true);
    other_ = &other;
    state_ = kArmed;
    state_.notify_one();
    wait_until(kReady);
    state_ = kGo;
    // The other thread hears of it a little later, never by the same.
    const uint64_t start = processor_ticks();
    while (processor_ticks() - start < (start & 511)) {
    }
    const uint64_t begin = processor_ticks();
    make_watched_call(mine);
    finish(mine, begin, processor_ticks(), my_state, other_state);
  }

private:
  enum { kIdle, kArmed, kReady, kGo, kCalling, kDone };

  void finish(const WatchedCall& mine, uint64_t begin, uint64_t end, State& my_state,
              State& other_state) {
    wait_until(kDone);
    my_state = state_after(mine);
    my_state.begin = begin;
    my_state.end = end;
    other_state = state_after(*other_);
    other_state.begin = begin_;
    other_state.end = end_;
    state_ = kIdle;
  }

  /// In the handler of a signal, with my call stopped. The other call may wait for what mine holds:
  /// then it is left to that, and comes no more.
  bool let_go() {
    constexpr auto kMost = std::chrono::milliseconds(20);
    if (times_ > 0) other_outputs_->put_back();
    state_ = kGo;
    state_.notify_one();
    const auto start = std::chrono::steady_clock::now();
    while (state_ != kDone && std::chrono::steady_clock::now() - start < kMost) sched_yield();
    if (state_ != kDone) return false;
    const auto returned = static_cast<uint32_t>(other_->returned);
    if (times_++ > 0) return returned == returned_ && other_outputs_->hold_what_is_expected();
    returned_ = returned;
    other_outputs_->expect();
    return true;
  }

  void run() {
    use_signal_stack();
    const OnProcessor last(false);
    for (;;) {
      int now = state_;
      for (; now != kArmed && now != kGo; now = state_) state_.wait(now);
      if (now == kArmed) {
        state_ = kReady;
        state_.notify_one();
        spin_until(kGo);
      }
      state_ = kCalling;
      begin_ = processor_ticks();
      make_watched_call(*other_);
      end_ = processor_ticks();
      state_ = kDone;
      state_.notify_one();
    }
  }

  /// Sleeps: the time of a busy machine must not be taken for that of the port.
  void wait_until(int wanted) {
    for (int now = state_; now != wanted; now = state_) state_.wait(now);
  }

  /// Stays awake, so that both calls begin together, but not for as long as it takes a machine that
  /// lets the other thread wait.
  void spin_until(int wanted) {
    constexpr int kSpins = 1 << 20;
    constexpr timespec kNap{0, 100'000};
    for (int i = 0; state_ != wanted; ++i)
      if (i > kSpins) nanosleep(&kNap, nullptr);
  }

  std::atomic<int> state_{kIdle};
  WatchedCall* other_ = nullptr;
  std::optional<Writable> other_outputs_; ///< of a call between
  uint32_t times_ = 0;                    ///< that it was made
  uint32_t returned_ = 0;                 ///< by it the first time
  uint64_t begin_ = 0;
  uint64_t end_ = 0;
};

/// For what remembers for some number of calls, or counts them. The stack below stays as the calls
/// leave it, and upper halves of vectors clean, which is quicker.
void call_again(WatchedCall& watched, Writable& outputs, uint32_t times) {
  watched.words_below = 0;
  leave_upper_halves(watched);
  outputs.expect();
  const auto returned = static_cast<uint32_t>(watched.returned);
  for (uint32_t i = 1; i <= times; ++i) {
    ++control->progress;
    outputs.put_back();
    make_watched_call(watched);
    if (!outputs.hold_what_is_expected() || static_cast<uint32_t>(watched.returned) != returned)
      return;
  }
}

void make_call(const Call& call, WatchedCall& watched) {
  if (control->num_kept == 0 && control->stepped != Stepped::traced)
    return make_watched_call(watched);
  std::vector<std::span<std::byte>> bytes;
  for (const KeptRange& kept :
       std::span(control->kept).first(std::min(control->num_kept, kMaxKeptRanges)))
    bytes.emplace_back(space.region(call, kept.array) + kept.offset, kept.size);
  call_stepped(watched, bytes, control->stepped);
}

void run_batch(pid_t self) {
  static Companion* companion = nullptr;
  const uint32_t count = control->num_calls;
  std::optional<OwnData> data;
  for (uint32_t i = 0; i < count; ++i) {
    const Call& call = control->calls[i];
    WatchedCall watched{};
    prepare_or_give_up(call, watched);
    if (call.with_next) {
      if (!companion) companion = new Companion;
      WatchedCall second{};
      prepare_or_give_up(control->calls[i + 1], second);
      control->started = i + 1;
      State &first_state = control->states[i], &second_state = control->states[i + 1];
      const Interruptions where = control->interruptions;
      if (where.behind == Interruptions::Behind::nothing)
        companion->call_both(watched, second, first_state, second_state);
      else
        control->counted = companion->call_between(watched, second, control->calls[i + 1], where,
                                                   first_state, second_state);
      ++i;
    } else {
      control->progress = 0;
      control->started = i + 1;
      if (!data) data.emplace(MappedLibrary(watched.function));
      const uint64_t sum = data->sum();
      std::optional<Writable> outputs;
      if (call.repeats > 0) outputs.emplace(call);
      const uint64_t begin = processor_ticks();
      make_call(call, watched);
      const uint64_t end = processor_ticks();
      control->stored[i] = data->sum() != sum;
      if (outputs) call_again(watched, *outputs, call.repeats);
      control->states[i] = state_after(watched);
      control->states[i].begin = begin;
      control->states[i].end = end;
    }
    // A port that forked all the same must not leave two workers.
    if (getpid() != self) _exit(kBadSetup);
    control->finished = i + 1;
  }
}

} // namespace

void work(const char* path) {
  void* shared =
      mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, kControlFile, 0);
  if (shared == MAP_FAILED) _exit(kBadSetup);
  control = static_cast<Control*>(shared);
  if (control->protocol != kProtocol) _exit(kOtherProtocol);
  control->machine = kOwnConvention.machine;
  describe_processor(control->processor);
  if (const char* wrong = space.reserve(kArenaFile)) give_up(wrong);

  open_counts();
  std::setvbuf(stdout, nullptr, _IOLBF, 0); // what is printed before the end is told
  use_signal_stack();
  use_small_thread_stacks();
  catch_signals();
  confine(); // where the system refuses, the port still runs in a process of its own
  const pid_t self = getpid();
  tell_processors(control->processors, control->asked);
  load(path);
  catch_signals(); // the port may have taken them while it was loaded
  use_signal_stack();
  control->load = Load::loaded;
  leave_counts();
  char byte = 0;
  for (uint64_t batch = 1; write(kSocket, &byte, 1) == 1 && read(kSocket, &byte, 1) == 1; ++batch) {
    run_batch(self);
    if (std::has_single_bit(batch)) leave_counts(); // takes longer than most batches
  }
  leave_counts();
  _exit(0); // not exit: the port's own cleanup is not under watch
}

} // namespace ulna

#ifdef ULNA_ADDRESS_SANITIZER
// The sanitizer must leave signals to the worker, and a port's leaks to its author.
extern "C" const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:handle_abort=0:"
         "detect_leaks=0:use_sigaltstack=0";
}
#endif

#ifndef ULNA_WASM // which Node starts
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("ulna-worker is started by ulna, with one port\n", stderr);
    return 2;
  }
  // Threads of OpenMP that wait must not take the processor from the judge, unless the user says
  // so.
  setenv("OMP_WAIT_POLICY", "passive", 0);
  ulna::work(argv[1]);
}
#endif
