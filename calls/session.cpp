#include "calls/session.h"

#include "base/error.h"
#include "base/process_memory.h"
#include "calls/kept_ranges.h"
#include "calls/layout.h"
#include "calls/shared/control.h"
#include "calls/shared_file.h"
#include "calls/worker_process.h"
#include "cases/make_case.h"
#include "cases/operation.h"

#include <elf.h>
#include <fmt/format.h>

#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

namespace ulna {

using namespace arena;
using End = CallResult::End;

Profiles declared_profiles(const std::string& path, const std::string& names) {
  try {
    return parse_profiles(names);
  } catch (const BadInput& e) {
    throw BadInput(fmt::format("{}: `profiles` of its ulna_port: {}", path, e.what()));
  }
}

bool PortInfo::implements(const Operation& op) const {
  return has(op.member);
}

uint64_t PortInfo::function(const Operation& op) const {
  return functions.at(op.member / sizeof(void*));
}

namespace {

/// A case in its slot.
struct Laid {
  const Case* c = nullptr;
  uint32_t slot = 0;
};

/// Gives cases that are called one after the other slots of their size and order.
class FreeSlots {
public:
  /// None, where all of the kind are taken.
  std::optional<uint32_t> take(bool small, uint32_t order) {
    if (!small) order %= kLargeOrders;
    uint32_t& taken = taken_[small][order];
    const uint32_t slot = (small ? 0 : kSmallSlots) + taken * kOrders + order;
    if (slot >= (small ? kSmallSlots : kSlots)) return {};
    ++taken;
    has_large_ = has_large_ || !small;
    return slot;
  }
  bool has_large() const { return has_large_; }

private:
  uint32_t taken_[2][kOrders] = {};
  static_assert(kOrders == kNumOrders);
  bool has_large_ = false;
};

/// Two cases, both as small or large as the larger.
std::array<Laid, 2> laid_pair(const Case& a, const Case& b) {
  const bool small = is_small(a) && is_small(b);
  FreeSlots slots;
  const uint32_t first = slots.take(small, a.order).value();
  return {Laid{&a, first}, Laid{&b, slots.take(small, b.order).value()}};
}

bool begins_as_library(const std::string& path) {
  char magic[SELFMAG];
  return std::ifstream(path, std::ios::binary).read(magic, SELFMAG) &&
         std::memcmp(magic, ELFMAG, SELFMAG) == 0;
}

/// Why a library is no port. What the loader says begins with the path, and has no cure.
std::string refusal(const std::string& path, const Target& target, std::string why) {
  if (why.starts_with(path + ": ")) why.erase(0, path.size() + 2);
  if (why.starts_with("undefined symbol: _Z"))
    return why + "; link what defines it, or declare it extern \"C\" where that is in C";
  if (why.starts_with("undefined symbol")) return why + "; link what defines it";
  if (why == "file too short" && begins_as_library(path))
    return "it ends before a library's header does; get the whole file";
  if (why.find("cannot open shared object file") != why.npos && !why.starts_with("cannot"))
    return why + (target.emulator && target.options.size() > 1
                      ? fmt::format("; put that library below {}, or link it statically",
                                    target.options.back())
                      : "; install that library, or link it statically");
  const bool is_none = why == "file too short" || why.starts_with("invalid ELF header") ||
                       why.starts_with("invalid PE file") || why.starts_with("wrong ELF class") ||
                       why.starts_with("cannot read file data") || why.starts_with("only ET_DYN") ||
                       why.find("executable") != why.npos;
  return is_none
             ? fmt::format("{}; give a shared library for {}, or for a machine that `ulna list` "
                           "names",
                           why, target.kind)
             : why;
}

/// Whether the file lacks some of what its headers say is loaded. Then the system lets it load, and
/// kills who reads the rest.
template <class Header, class Segment>
bool ends_early(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<uint64_t>(std::max<std::streamoff>(file.tellg(), 0));
  const auto read = [&](uint64_t at, auto& to) {
    file.seekg(static_cast<std::streamoff>(at));
    return bool(file.read(reinterpret_cast<char*>(&to), sizeof to));
  };
  Header header;
  if (!read(0, header) || header.e_phentsize != sizeof(Segment)) return false;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    Segment segment;
    if (!read(header.e_phoff + i * sizeof segment, segment)) return true;
    if (segment.p_type == PT_LOAD &&
        (segment.p_offset > size || size - segment.p_offset < segment.p_filesz))
      return true;
  }
  return false;
}

std::string why_it_does_not_start(const Target& target) {
  return target.emulator
             ? fmt::format("{} does not start the worker for {}; install {}",
                           emulator_version(target), target.kind, target.oldest)
             : fmt::format("the worker for {} does not start; this needs a kernel that runs such "
                           "programs, and apt-get install {}",
                           target.kind, target.packages);
}

bool ends_early(const std::string& path, const Target& target) {
  return target.convention->pointer_bytes == sizeof(uint64_t)
             ? ends_early<Elf64_Ehdr, Elf64_Phdr>(path)
             : ends_early<Elf32_Ehdr, Elf32_Phdr>(path);
}

/// Behind what ended a port.
std::string with_printed(const std::string& what, const std::string& printed) {
  return printed.empty() ? what : fmt::format("{}; it printed: {}", what, printed);
}

std::string describe_status(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("killed by SIG{}{}", sigabbrev_np(WTERMSIG(status)),
                       WTERMSIG(status) == SIGSYS ? " (a system call that no kernel needs)" : "");
  return fmt::format("exited with code {}", WEXITSTATUS(status));
}

} // namespace

bool can_have_threads(uint32_t count) {
  std::vector<pthread_t> threads;
  pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER; // by this thread, until all are made
  pthread_mutex_lock(&held);
  const auto wait = [](void* mutex) -> void* {
    pthread_mutex_lock(static_cast<pthread_mutex_t*>(mutex));
    pthread_mutex_unlock(static_cast<pthread_mutex_t*>(mutex));
    return nullptr;
  };
  for (pthread_t thread; threads.size() < count;) {
    if (pthread_create(&thread, nullptr, wait, &held) != 0) break;
    threads.push_back(thread);
  }
  pthread_mutex_unlock(&held);
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
  return threads.size() == count;
}

struct Session::Impl {
  static constexpr double kCallSeconds = 2; ///< that a small call may take on the hardware

  Impl(std::string port_path, const Workers& workers, std::optional<uint64_t> chooser)
      : adversary(chooser), target(target_of(port_path)), command(worker_command(target, workers)),
        arena("ulna-arena", kFileSize), control_file("ulna-control", sizeof(Control)),
        control(reinterpret_cast<Control*>(control_file.data())),
        call_seconds(target.slowness * kCallSeconds) {
    info.target = &target;
    info.path = port_path;
    start();
    info.name = text(control->name);
    if (info.name.empty()) info.name = std::filesystem::path(port_path).stem();
    info.cpu_features = text(control->cpu_features);
    info.profiles = declared_profiles(port_path, text(control->profiles));
    info.members = control->members;
    info.processor = target.features_in(control->processor, workers.machine);
    info.functions.assign(std::begin(control->functions), std::end(control->functions));
  }

  template <size_t N>
  static std::string text(const char (&chars)[N]) {
    return std::string(chars, strnlen(chars, N));
  }

  void start() {
    called = false;
    std::memset(control_file.data(), 0, sizeof(Control));
    control->protocol = kProtocol;
    control->adversarial = adversary.has_value();
    control->adversary = adversary.value_or(0);
    control->processors = processors;
    if (changes) control->changes = *changes;
    wine = start_wine(target, command, info.path);
    worker.emplace(command, info.path, arena.fd(), control_file.fd());
    constexpr int kLoadMilliseconds = 20000;
    const auto event = worker->wait(kLoadMilliseconds);
    if (event == WorkerProcess::Event::message && control->load == Load::loaded) {
      if (control->machine != target.convention->machine) refuse_worker();
      return note_asked();
    }
    if (event == WorkerProcess::Event::timeout) {
      end_worker();
      throw LoadCrash{End::hung, with_printed("loading it did not end within 20 s", printed),
                      adversary};
    }
    const int status = end_worker();
    if (WIFEXITED(status) && WEXITSTATUS(status) == kOtherProtocol) refuse_worker();
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNotConfined)
      throw BadInput(fmt::format("{}: cannot be confined, so it is not run: this system refuses "
                                 "seccomp filters; judge it on one that has them",
                                 info.path));
    // Before a port is loaded a worker says what it is.
    if (!target.is_native() && control->machine != target.convention->machine)
      throw NotRun(with_printed(why_it_does_not_start(target), printed));
    if (control->load == Load::failed)
      throw BadInput(with_printed(fmt::format("{}: not a port: {}", info.path,
                                              refusal(info.path, target, text(control->message))),
                                  printed));
    if (WIFEXITED(status) && WEXITSTATUS(status) == kBadSetup)
      throw BadInput(
          fmt::format("{}: its worker could not be set up; check `ulimit -a`", info.path));
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS && ends_early(info.path, target))
      throw BadInput(fmt::format("{}: not a port: the file ends before its headers say; get the "
                                 "whole file",
                                 info.path));
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && tries_left-- > 0) return start();
    throw LoadCrash{
        WIFSIGNALED(status) ? End::died : End::exited,
        with_printed(fmt::format("loading it ended the process: {}", describe_status(status)),
                     printed),
        adversary};
  }

  [[noreturn]] void refuse_worker() const {
    throw BadInput(fmt::format("{}: of another version than this ulna; build or install both again",
                               target.is_native() ? command.program : command.arguments.back()));
  }

  /// What is noted in the memory that the next worker gets anew.
  void keep_reached() {
    if (!changes) return;
    for (uint32_t i = 0; i < changes->num_breakpoints; ++i)
      changes->reached[i] |= control->changes.reached[i];
  }

  void note_asked() { asked = asked || control->asked != 0; }

  /// QEMU keeps some of each thread that ended: a port that starts one in each call fills the
  /// machine's memory.
  bool has_grown() const {
    constexpr uint64_t kMost = uint64_t{1} << 30;
    return target.emulator && worker->own_bytes() > kMost;
  }

  /// The worker that there is may have told the port of another number of processors.
  void start_for(const Case& c) {
    if (worker && (processors != c.processors || has_grown())) end_worker();
    processors = c.processors;
    if (worker) return;
    if (!can_have_threads(processors))
      throw BadInput(fmt::format("a port cannot have threads for {} processors here; raise "
                                 "`ulimit -u`, or the limit of the container",
                                 processors));
    start();
  }

  CodeChanges& code_changes() {
    if (worker) end_worker();
    if (!changes) changes = std::make_unique<CodeChanges>();
    return *changes;
  }

  int end_worker() {
    keep_reached();
    const int status = worker->end();
    ended_seconds += worker->processor_seconds();
    printed = worker->last_lines();
    worker.reset();
    return status;
  }

  // --- Calling ----------------------------------------------------------------------------------

  /// What a call may take: far more than any port needs, and enough for one built without
  /// optimisation.
  double limit_seconds(const Case& c) const {
    const double elements = c.operation->compares_pairs ? double(c.operation->size(c)) : 0;
    return call_seconds * (1 + 10e-9 * elements * elements) +
           target.slowness * 20e-9 * double(bytes_of(c));
  }

  /// What the call that is under way may take. Processor time is that of the whole process: calls
  /// at the same time have the sum of theirs.
  double limit_seconds(std::span<const Laid> batch, bool together, size_t under_way) const {
    if (!together) return limit_seconds(*batch[under_way].c);
    double sum = 0;
    for (const Laid& laid : batch) sum += limit_seconds(*laid.c);
    return sum;
  }

  /// In the middle of a call, which may be one of many thousands that are made in one go.
  void end_if_unwanted() {
    const bool is_too_large = worker->own_bytes() > most_bytes;
    if (!is_too_large && !(stopped && *stopped)) return;
    end_worker();
    if (!is_too_large) throw Unjudged("interrupted");
    throw Unjudged(fmt::format(
        "its calls took more than {:.0f} MB of memory; have them give back what they take",
        double(most_bytes) / 1e6));
  }

  /// Waits for the batch to end. True if the worker reported back.
  bool wait_for(std::span<const Laid> batch, bool together) {
    uint32_t started = UINT32_MAX;
    uint32_t progress = 0;
    double processor_start = 0;
    double slept = 0;
    constexpr int kTick = 20; // milliseconds
    constexpr uint32_t kMostProgress = 1 << 20;
    for (;;) {
      const auto event = worker->wait(kTick);
      if (event == WorkerProcess::Event::message) return true;
      if (event == WorkerProcess::Event::gone) return false;
      end_if_unwanted();
      const uint32_t now_started = control->started;
      // A call that is stepped takes as long as the machine's traps do, which is not the port's
      // doing; but a port may trap for ever.
      const uint32_t now_progress = std::min(control->progress.load(), kMostProgress);
      if (now_started != started || now_progress != progress) {
        started = now_started;
        progress = now_progress;
        processor_start = worker->processor_seconds();
        slept = 0;
        continue;
      }
      if (worker->asleep()) slept += kTick * 1e-3;
      const size_t i = std::min<size_t>(started ? started - 1 : 0, batch.size() - 1);
      const double limit = limit_seconds(batch, together, i);
      // On a busy machine, or with a low priority, a port may get no processor for many seconds. So
      // what counts is the processor time that it had, and the time in which it wanted none.
      if (worker->processor_seconds() - processor_start > limit || slept > 3 * limit ||
          worker->stopped()) {
        hung = true;
        return false;
      }
    }
  }

  /// Runs a laid-out batch. Returns how many calls of it are done with: fewer than all, or none,
  /// where the others have to be run once more, or where the last of them hung. The last one is
  /// called `repeats` times more; where `kept` are given, it is the only one, and stepped.
  size_t run_batch(std::span<const Laid> batch, bool together, const OnResult& on_result,
                   size_t first, uint32_t repeats = 0, std::span<const KeptRange> kept = {}) {
    start_for(*batch[0].c);
    called = true;
    std::memset(&control->fault, 0, sizeof control->fault);
    control->started = 0;
    control->progress = 0;
    control->finished = 0;
    for (size_t i = 0; i < batch.size(); ++i) {
      lay_out(arena.data(), *batch[i].c, batch[i].slot, laid_out[i], *target.convention);
      laid_out[i].with_next = together && i == 0;
      laid_out[i].repeats = i + 1 == batch.size() ? repeats : 0;
      control->calls[i] = laid_out[i];
    }
    control->num_calls = static_cast<uint32_t>(batch.size());
    control->interruptions = std::exchange(interruptions, {});
    control->counted = 0;
    control->num_kept = static_cast<uint32_t>(kept.size());
    control->stepped = stepped;
    std::ranges::copy(kept, control->kept);
    hung = false;
    const bool reported = on_trace ? trace(laid_out[0]) && wait_for(batch, together)
                                   : worker->send() && wait_for(batch, together);
    note_asked();

    size_t finished = batch.size();
    CallResult broken;
    broken.convention = target.convention;
    bool again = false;
    if (!reported) {
      finished = std::min<size_t>(control->finished, batch.size() - 1);
      broken.fault = control->fault;
      const int status = end_worker();
      broken.end = hung ? End::hung : WIFSIGNALED(status) ? End::died : End::exited;
      broken.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      broken.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
      broken.printed = printed;
      again = broken.end == End::died && broken.signal == SIGKILL && tries_left > 0;
    }
    tries_left = again ? tries_left - 1 : kTries;
    if (again && together) return 0;
    for (size_t i = 0; i < finished; ++i) {
      CallResult result;
      result.convention = target.convention;
      result.state = control->states[i];
      result.stored = !together && control->stored[i] != 0;
      result.counted = control->counted;
      result.changed_input =
          changed_input(arena.data(), *batch[i].c, laid_out[i], *target.convention);
      on_result(first + i, result, outputs_in(arena.data(), *batch[i].c, batch[i].slot));
    }
    if (again) return finished;
    if (!reported) {
      on_result(first + finished, broken, Outputs{});
      if (together) on_result(first + 1 - finished, broken, Outputs{});
    }
    return together ? batch.size() : std::min(finished + 1, batch.size());
  }

  /// Has the worker make the call, and follows it.
  bool trace(const Call& call) {
    std::vector<PlacedArray> arrays;
    for (size_t a = 0; a < call.num_arrays; ++a)
      arrays.push_back({guarded_address(call, a) + call.regions[a].offset, call.regions[a].bytes});
    const OnStep on_step = (*on_trace)(arrays);
    TracedCall traced(worker->pid());
    if (!worker->send()) return false;
    trace_end = traced.follow(on_step);
    return true;
  }

  /// Gives memory back when there is much of it: new pages cost more than what most large cases
  /// write there.
  void release_large_slots() {
    constexpr off_t kMost = off_t{256} << 20;
    struct stat file;
    constexpr off_t kBlock = 512; // of st_blocks, whatever the file system's own is
    if (fstat(arena.fd(), &file) != 0 || file.st_blocks * kBlock <= kMost) return;
    for (uint32_t slot = kSmallSlots; slot < kSlots; ++slot)
      madvise(arena.data() + file_offset(slot, 0), kMaxArrays * kLargeBytes, MADV_REMOVE);
  }

  std::optional<uint64_t> adversary;
  const Target& target;
  WorkerCommand command;
  SharedFile arena;
  std::array<Call, kSlots>
      laid_out{}; ///< the judge's own copy of the calls, which no port can reach
  SharedFile control_file;
  Control* control;
  PortInfo info;
  std::unique_ptr<Wine> wine; ///< of the worker, if that needs it
  std::optional<WorkerProcess> worker;
  std::unique_ptr<CodeChanges> changes; ///< null: none
  uint32_t processors = 0;              ///< that the worker tells of
  bool asked = false;                   ///< for their number
  double call_seconds;                  ///< that a small call may take
  uint64_t most_bytes = memory_of_machine() / 4;
  const std::atomic<bool>* stopped = nullptr;
  double ended_seconds = 0;
  Interruptions interruptions; ///< of the next pair
  Stepped stepped = Stepped::from_the_start;
  const OnTrace* on_trace = nullptr; ///< of the next call, if it is followed
  TraceEnd trace_end = TraceEnd::died;
  bool called = false; ///< the port, in the worker that there is
  bool hung = false;   ///< the last call of the last batch
  std::string printed; ///< the last lines of the worker that ended last
  /// Nobody can tell a port that kills itself from a worker that the system or somebody else
  /// killed, for want of memory for one. The former does it again.
  static constexpr int kTries = 2;
  int tries_left = kTries;
};

Session::Session(std::string port_path, const Workers& workers, std::optional<uint64_t> adversary)
    : impl_(std::make_unique<Impl>(std::move(port_path), workers, adversary)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

const PortInfo& Session::port() const {
  return impl_->info;
}

void Session::run(std::span<const Case* const> cases, const OnResult& on_result) {
  size_t done = 0;
  while (done < cases.size()) {
    std::vector<Laid> batch;
    FreeSlots slots;
    while (done + batch.size() < cases.size()) {
      const Case& c = *cases[done + batch.size()];
      if (!batch.empty() && batch[0].c->processors != c.processors) break;
      check_size(c, *impl_->target.convention);
      const std::optional<uint32_t> slot = slots.take(is_small(c), c.order);
      if (!slot) break;
      batch.push_back({&c, *slot});
    }
    done += impl_->run_batch(batch, false, on_result, done);
    if (slots.has_large()) impl_->release_large_slots();
    if (impl_->hung) return;
  }
}

void Session::run_often(const Case& first, const Case& filler, uint32_t times,
                        const OnResult& on_result) {
  const std::array<Laid, 2> batch = laid_pair(first, filler);
  size_t done = 0;
  do {
    done += impl_->run_batch(std::span(batch).subspan(done), false, on_result, done, times - 1);
  } while (done < std::size(batch) && !impl_->hung);
}

void Session::run_stepped(const Case& c, Stepped where, const OnResult& on_result) {
  if (!takes_steps()) return Caller::run_stepped(c, where, on_result);
  check_size(c, *impl_->target.convention);
  if (!is_small(c) && where == Stepped::from_the_start) where = Stepped::at_the_end;
  const std::vector<KeptRange> kept = kept_ranges(c, where);
  impl_->stepped = where;
  const Laid one[] = {{&c, FreeSlots().take(is_small(c), c.order).value()}};
  while (impl_->run_batch(one, false, on_result, 0, 0, kept) == 0) {
  }
}

TraceEnd Session::run_traced(const Case& c, const OnTrace& on_trace, const OnResult& on_result) {
  if (!impl_->target.is_native())
    throw NotRun(fmt::format("a port for {} is not followed; build it for this machine",
                             impl_->target.kind));
  check_size(c, *impl_->target.convention);
  if (!is_small(c)) throw NotRun("only small cases are followed");
  const Laid one[] = {{&c, FreeSlots().take(true, c.order).value()}};
  const Stepped before = std::exchange(impl_->stepped, Stepped::traced);
  impl_->on_trace = &on_trace;
  impl_->trace_end = TraceEnd::died;
  const auto put_back = [&](Impl* impl) {
    impl->stepped = before;
    impl->on_trace = nullptr;
  };
  const std::unique_ptr<Impl, decltype(put_back)> after(impl_.get(), put_back);
  while (impl_->run_batch(one, false, on_result, 0) == 0) {
  }
  return impl_->trace_end;
}

bool Session::takes_steps() const {
  return impl_->target.has_steps;
}

bool Session::takes_pairs() const {
  return impl_->target.has_threads;
}

void Session::run_together(const Case& a, const Case& b, const OnResult& on_result) {
  run_interrupted(a, b, {}, on_result);
}

void Session::run_interrupted(const Case& a, const Case& b, const Interruptions& where,
                              const OnResult& on_result) {
  check_size(a, *impl_->target.convention);
  check_size(b, *impl_->target.convention);
  const std::array<Laid, 2> batch = laid_pair(a, b);
  do impl_->interruptions = where;
  while (impl_->run_batch(batch, true, on_result, 0) == 0);
}

void Session::restart() {
  if (impl_->worker && impl_->called) impl_->end_worker();
}

bool Session::asked_for_processors() const {
  return impl_->asked;
}

double Session::worker_seconds() const {
  return impl_->ended_seconds + (impl_->worker ? impl_->worker->processor_seconds() : 0);
}

const Target& Session::target() const {
  return impl_->target;
}

void Session::patch(std::span<const Patch> patches) {
  CodeChanges& changes = impl_->code_changes();
  changes.num_patches = 0;
  for (const Patch& p : patches.first(std::min<size_t>(patches.size(), kMaxPatches))) {
    CodeChanges::Patch& to = changes.patches[changes.num_patches++];
    to.address = p.address;
    to.size =
        static_cast<uint8_t>(p.bytes.copy(reinterpret_cast<char*>(to.bytes), sizeof to.bytes));
  }
}

void Session::set_breakpoints(std::span<const uint64_t> addresses) {
  CodeChanges& changes = impl_->code_changes();
  const size_t count = std::min<size_t>(addresses.size(), kMaxBreakpoints);
  std::copy_n(addresses.begin(), count, changes.breakpoints);
  std::fill_n(changes.reached, count, uint8_t{0});
  changes.num_breakpoints = static_cast<uint32_t>(count);
}

std::vector<bool> Session::reached() const {
  if (!impl_->changes) return {};
  if (impl_->worker) impl_->keep_reached();
  const CodeChanges& changes = *impl_->changes;
  return std::vector<bool>(changes.reached, changes.reached + changes.num_breakpoints);
}

void Session::limit_calls(double seconds) {
  impl_->call_seconds = seconds;
}

void Session::limit_memory(uint64_t bytes) {
  impl_->most_bytes = bytes;
}

void Session::stop_when(const std::atomic<bool>* stopped) {
  impl_->stopped = stopped;
}

} // namespace ulna
