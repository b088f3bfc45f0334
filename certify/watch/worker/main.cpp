// The worker: loads one port, and makes the calls that the judge lays out. It compares nothing. The
// port may take it down at any moment; the judge then starts another.

#include "certify/watch/arena.h"
#include "certify/watch/worker/call.h"
#include "certify/watch/worker/confine.h"
#include "ulna/port.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <x86intrin.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

namespace ulna {
namespace {

using namespace arena;

Control* control = nullptr;
std::byte* reserve = nullptr; ///< kGuardedSize bytes of nothing, into which regions are mapped
const ulna_port* port = nullptr;

[[noreturn]] void give_up(const char* what) {
  if (control) {
    std::snprintf(control->message, sizeof control->message, "%s", what);
    control->load = Load::failed;
  }
  _exit(kBadSetup);
}

std::byte* region(uint32_t slot, size_t array) {
  return reserve + guarded_offset(slot, array);
}

/// Which array of the current calls an address belongs to. A region owns its gap before it.
void locate(const std::byte* address, Fault& fault) {
  fault.array = -1;
  for (uint32_t i = control->started; i >= 1 && i <= control->started + 1; ++i) {
    const Call& call = control->calls[std::min(i, kSlots) - 1];
    for (size_t a = 0; a < kMaxArrays && a < call.num_arrays && call.slot < kSlots; ++a) {
      const std::byte* begin = region(call.slot, a);
      if (address < begin - kPage || address >= begin + capacity(call.slot)) continue;
      fault.array = static_cast<int32_t>(a);
      fault.offset = address - (begin + call.regions[a].offset);
      return;
    }
    if (!call.with_next) return;
  }
}

/// Remembers the signal for the judge, and lets it take its course.
void on_signal(int signal, siginfo_t* info, void* context) {
  const auto* machine = static_cast<const ucontext_t*>(context);
  control->fault.code = info->si_code;
  control->fault.address = reinterpret_cast<uint64_t>(info->si_addr);
  // Bit 1 of the page-fault error code says that it was a write.
  control->fault.write = (machine->uc_mcontext.gregs[REG_ERR] >> 1) & 1;
  locate(static_cast<const std::byte*>(info->si_addr), control->fault);
  const auto stack = static_cast<uint64_t>(machine->uc_mcontext.gregs[REG_RSP]);
  control->fault.from_stack = static_cast<int64_t>(control->fault.address - stack);
  control->fault.signal = static_cast<uint32_t>(signal);
  struct sigaction fall {};
  fall.sa_handler = SIG_DFL;
  sigaction(signal, &fall, nullptr);
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

void load_port(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) give_up(dlerror());
  const auto entry = reinterpret_cast<const ulna_port* (*)()>(dlsym(library, "ulna_port_v1"));
  if (!entry) give_up("it does not export ulna_port_v1; declare it as ulna/port.h does");
  port = entry();
  if (!port) give_up("ulna_port_v1 returned NULL");
  if (port->struct_size < offsetof(ulna_port, transform_verts))
    give_up("struct_size is too small; set it to sizeof(ulna_port)");
  if (!port->name || !port->cpu_features) give_up("name or cpu_features is NULL");
  std::snprintf(control->name, sizeof control->name, "%s", port->name);
  std::snprintf(control->cpu_features, sizeof control->cpu_features, "%s", port->cpu_features);
  uint64_t members = 0;
  const size_t size = std::min<size_t>(port->struct_size, 64 * sizeof(void*));
  for (size_t at = offsetof(ulna_port, transform_verts); at + sizeof(void*) <= size;
       at += sizeof(void*)) {
    void* member;
    std::memcpy(&member, reinterpret_cast<const char*>(port) + at, sizeof member);
    if (member) members |= uint64_t{1} << (at / sizeof member);
  }
  control->members = members;
}

/// What is mapped of each region now.
Call::Region mapped[kSlots][kMaxArrays];

void map_region(uint32_t slot, size_t array, Call::Region wanted) {
  Call::Region& now = mapped[slot][array];
  if (now.pages == wanted.pages && now.writable == wanted.writable) return;
  std::byte* at = region(slot, array);
  if (now.pages > wanted.pages &&
      mmap(at, now.pages * kPage, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
    give_up("cannot unmap a region");
  const int access = wanted.writable ? PROT_READ | PROT_WRITE : PROT_READ;
  if (wanted.pages != 0 &&
      mmap(at, wanted.pages * kPage, access, MAP_SHARED | MAP_FIXED, kArenaFile,
           static_cast<off_t>(file_offset(slot, array))) == MAP_FAILED)
    give_up("cannot map a region");
  now = wanted;
}

constexpr size_t kInRegisters = std::size(WatchedCall{}.integers);
static_assert(kMaxArguments == kInRegisters + std::size(WatchedCall{}.stack_integers));

void prepare(const Call& call, WatchedCall& watched) {
  for (size_t a = 0; a < call.num_arrays; ++a) map_region(call.slot, a, call.regions[a]);
  std::memcpy(&watched.function, reinterpret_cast<const char*>(port) + call.member,
              sizeof watched.function);
  for (size_t i = 0; i < call.num_arguments; ++i) {
    const Call::Argument& argument = call.arguments[i];
    const uint64_t value =
        argument.array < 0 ? argument.value
                           : reinterpret_cast<uint64_t>(region(call.slot, size_t(argument.array))) +
                                 argument.value;
    (i < kInRegisters ? watched.integers[i] : watched.stack_integers[i - kInRegisters]) = value;
  }
  watched.num_stack_integers =
      call.num_arguments > kInRegisters ? call.num_arguments - kInRegisters : 0;
  std::memcpy(watched.xmm0, call.xmm0, sizeof watched.xmm0);
  constexpr uint32_t kFlushBits = 0x8040; // FTZ and DAZ
  watched.mxcsr = 0x1f80 | (call.flush ? kFlushBits : 0);
}

State compare(const WatchedCall& watched) {
  State state{};
  for (uint32_t i = 0; i < 6; ++i)
    if (watched.registers_after[i] != kRegisterMark + i) state.registers |= 1u << i;
  state.direction = (watched.flags_after >> 10) & 1;
  state.stack = static_cast<int64_t>(watched.stack_pointer_after - watched.stack_pointer);
  state.mxcsr = watched.mxcsr_after;
  std::memcpy(&state.x87_control, watched.x87_after, 2);
  std::memcpy(&state.x87_tags, watched.x87_after + 8, 2);
  state.frame = static_cast<uint32_t>(watched.frame_after);
  state.returned = static_cast<int32_t>(watched.returned);
  return state;
}

/// Keeps the calling thread on one of the processors that it may use: the first or the last.
class OnProcessor {
public:
  explicit OnProcessor(bool first) {
    if (sched_getaffinity(0, sizeof before_, &before_) != 0) return;
    int chosen = -1;
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &before_) && (chosen < 0 || !first)) chosen = i;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(chosen, &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OnProcessor() { sched_setaffinity(0, sizeof before_, &before_); }

private:
  cpu_set_t before_{};
};

/// The second thread, which makes the second call of a pair. The two stay apart: on a busy machine
/// the scheduler likes to put both on one processor, where they never meet.
class Companion {
public:
  Companion() : thread_([this] { run(); }) { thread_.detach(); }

  /// Makes both calls at the same time, as nearly as two threads can, and says when they were.
  void call_both(WatchedCall& mine, WatchedCall& other, State& my_state, State& other_state) {
    const OnProcessor first(true);
    other_ = &other;
    state_ = kArmed;
    state_.notify_one();
    while (state_ != kReady) std::this_thread::yield();
    state_ = kGo;
    // The other thread hears of it a little later, never by the same.
    const uint64_t start = __rdtsc();
    while (__rdtsc() - start < (start & 511)) {
    }
    const uint64_t begin = __rdtsc();
    ulna_watched_call(&mine);
    const uint64_t end = __rdtsc();
    while (state_ != kDone) std::this_thread::yield();
    my_state = compare(mine);
    my_state.begin = begin;
    my_state.end = end;
    other_state = compare(other);
    other_state.begin = begin_;
    other_state.end = end_;
    state_ = kIdle;
  }

private:
  enum { kIdle, kArmed, kReady, kGo, kDone };

  void run() {
    use_signal_stack();
    const OnProcessor last(false);
    for (;;) {
      for (int now = state_; now != kArmed; now = state_) state_.wait(now);
      state_ = kReady;
      while (state_ != kGo) {
      }
      begin_ = __rdtsc();
      ulna_watched_call(other_);
      end_ = __rdtsc();
      state_ = kDone;
    }
  }

  std::atomic<int> state_{kIdle};
  WatchedCall* other_ = nullptr;
  uint64_t begin_ = 0;
  uint64_t end_ = 0;
  std::thread thread_;
};

void run_batch(pid_t self) {
  static Companion* companion = nullptr;
  const uint32_t count = control->num_calls;
  for (uint32_t i = 0; i < count; ++i) {
    const Call& call = control->calls[i];
    WatchedCall watched{};
    prepare(call, watched);
    if (call.with_next) {
      if (!companion) companion = new Companion;
      WatchedCall second{};
      prepare(control->calls[i + 1], second);
      control->started = i + 1;
      companion->call_both(watched, second, control->states[i], control->states[i + 1]);
      ++i;
    } else {
      control->started = i + 1;
      const uint64_t begin = __rdtsc();
      ulna_watched_call(&watched);
      const uint64_t end = __rdtsc();
      control->states[i] = compare(watched);
      control->states[i].begin = begin;
      control->states[i].end = end;
    }
    // A port that forked all the same must not leave two workers.
    if (getpid() != self) _exit(kBadSetup);
    control->finished = i + 1;
  }
}

int run(const char* path) {
  void* shared =
      mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, kControlFile, 0);
  if (shared == MAP_FAILED) _exit(kBadSetup);
  control = static_cast<Control*>(shared);
  void* space = mmap(reinterpret_cast<void*>(kGuardedBase), kGuardedSize, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (space != reinterpret_cast<void*>(kGuardedBase)) give_up("cannot reserve address space");
  reserve = static_cast<std::byte*>(space);

  use_signal_stack();
  catch_signals();
  confine(); // where the system refuses, the port still runs in a process of its own
  const pid_t self = getpid();
  load_port(path);
  catch_signals(); // the port may have taken them while it was loaded
  use_signal_stack();
  control->load = Load::loaded;
  char byte = 0;
  while (write(kSocket, &byte, 1) == 1 && read(kSocket, &byte, 1) == 1) run_batch(self);
  _exit(0); // not exit: the port's own cleanup is not under watch
}

} // namespace
} // namespace ulna

#if defined(__SANITIZE_ADDRESS__)
// The sanitizer must leave signals to the worker, and a port's leaks to its author.
extern "C" const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:handle_abort=0:"
         "detect_leaks=0:use_sigaltstack=0";
}
#endif

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("ulna-worker is started by ulna, with one port\n", stderr);
    return 2;
  }
  return ulna::run(argv[1]);
}
