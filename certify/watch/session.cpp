#include "certify/watch/session.h"

#include "certify/error.h"
#include "certify/operation.h"
#include "certify/watch/worker_process.h"

#include <fmt/format.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>

namespace ulna {

using namespace arena;
using End = CallResult::End;

Extent extent(size_t bytes, Placement place) {
  // An empty array gets an address between two pages that are not there.
  if (bytes == 0) return {place.shift, 0};
  const size_t pages = (bytes + place.shift + kPage - 1) / kPage;
  return {place.side == Side::before ? place.shift : pages * kPage - bytes - place.shift, pages};
}

bool PortInfo::implements(const Operation& op) const {
  return (members >> (op.member / sizeof(void*))) & 1;
}

namespace {

/// A memory file and the judge's mapping of it.
class SharedFile {
public:
  SharedFile(const char* name, size_t size) : file_(memfd_create(name, MFD_CLOEXEC)), size_(size) {
    if (file_.get() < 0 || ftruncate(file_.get(), static_cast<off_t>(size)) != 0)
      throw BadInput(fmt::format("cannot make shared memory ({}); check `ulimit -n` and `ulimit "
                                 "-f`",
                                 std::strerror(errno)));
    data_ = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_.get(), 0);
    if (data_ == MAP_FAILED)
      throw BadInput(
          fmt::format("cannot map shared memory ({}); check `ulimit -v`", std::strerror(errno)));
  }
  ~SharedFile() { munmap(data_, size_); }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  std::byte* data() { return static_cast<std::byte*>(data_); }
  int fd() const { return file_.get(); }

private:
  Descriptor file_;
  size_t size_;
  void* data_;
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A case in its slot.
struct Laid {
  const Case* c = nullptr;
  uint32_t slot = 0;
};

size_t bytes_of(const Case& c) {
  size_t sum = 0;
  for (const Array& array : c.arrays) sum += array.size();
  return sum;
}

std::string describe_status(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("killed by SIG{}{}", sigabbrev_np(WTERMSIG(status)),
                       WTERMSIG(status) == SIGSYS ? " (a system call that no kernel needs)" : "");
  return fmt::format("exited with code {}", WEXITSTATUS(status));
}

} // namespace

struct Session::Impl {
  Impl(std::string port_path, std::string worker_path)
      : arena("ulna-arena", kFileSize), control_file("ulna-control", sizeof(Control)),
        control(reinterpret_cast<Control*>(control_file.data())), worker_program(worker_path) {
    info.path = port_path;
    start();
    info.name = text(control->name);
    if (info.name.empty()) info.name = std::filesystem::path(port_path).stem();
    info.cpu_features = text(control->cpu_features);
    info.members = control->members;
  }

  template <size_t N>
  static std::string text(const char (&chars)[N]) {
    return std::string(chars, strnlen(chars, N));
  }

  void start() {
    std::memset(control_file.data(), 0, sizeof(Control));
    worker.emplace(worker_program, info.path, arena.fd(), control_file.fd());
    constexpr int kLoadMilliseconds = 20000;
    const auto event = worker->wait(kLoadMilliseconds);
    if (event == WorkerProcess::Event::message && control->load == Load::loaded) return;
    if (event == WorkerProcess::Event::timeout) {
      end_worker();
      throw LoadCrash{End::hung, "loading it did not end within 20 s"};
    }
    const int status = end_worker();
    if (control->load == Load::failed)
      throw BadInput(fmt::format("{}: not a port: {}", info.path, text(control->message)));
    if (WIFEXITED(status) && WEXITSTATUS(status) == kBadSetup)
      throw BadInput(
          fmt::format("{}: its worker could not be set up; check `ulimit -a`", info.path));
    throw LoadCrash{WIFSIGNALED(status) ? End::died : End::exited,
                    fmt::format("loading it ended the process: {}", describe_status(status))};
  }

  int end_worker() {
    const int status = worker->end();
    ended_seconds += worker->processor_seconds();
    worker.reset();
    return status;
  }

  // --- Laying out -------------------------------------------------------------------------------

  std::byte* region(uint32_t slot, size_t array) { return arena.data() + file_offset(slot, array); }

  /// Writes an array into its region, with canaries around it.
  Call::Region lay_out_bytes(uint32_t slot, size_t array, std::span<const std::byte> bytes,
                             Placement place, bool writable) {
    const auto [offset, pages] = extent(bytes.size(), place);
    std::byte* at = region(slot, array);
    if (pages != 0) {
      std::memset(at, int(kCanary), offset);
      std::memcpy(at + offset, bytes.data(), bytes.size());
      std::memset(at + offset + bytes.size(), int(kCanary), pages * kPage - offset - bytes.size());
    }
    return {static_cast<uint32_t>(pages), writable, offset};
  }

  using Bytes = std::vector<std::byte>;

  /// The records of a case as the compiler lays them out, with pointers to the arrays laid out
  /// already.
  static std::vector<Bytes> records(const Laid& laid, const Call& call) {
    std::vector<Bytes> all;
    const Operation& op = *laid.c->operation;
    if (!op.records) return all;
    for (const Record& record : op.records(*laid.c)) {
      Bytes bytes;
      size_t alignment = 4;
      const auto append = [&bytes](const auto& value) {
        bytes.resize((bytes.size() + sizeof value - 1) / sizeof value * sizeof value);
        const auto* begin = reinterpret_cast<const std::byte*>(&value);
        bytes.insert(bytes.end(), begin, begin + sizeof value);
      };
      for (const Record::Field& field : record.fields) {
        if (field.array == ulna::Argument::kInteger) {
          append(field.value);
          continue;
        }
        alignment = 8;
        const auto array = static_cast<size_t>(field.array);
        append(field.array == ulna::Argument::kNull
                   ? uint64_t{0}
                   : kGuardedBase + guarded_offset(laid.slot, array) + call.regions[array].offset);
      }
      bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
      all.push_back(std::move(bytes));
    }
    return all;
  }

  /// Writes the case's arrays and records into the slot, and the call.
  void lay_out(const Laid& laid, Call& call) {
    const Case& c = *laid.c;
    const Operation& op = *c.operation;
    call = Call{};
    call.slot = laid.slot;
    call.member = static_cast<uint32_t>(op.member);
    call.num_arrays = static_cast<uint32_t>(c.arrays.size());
    for (size_t a = 0; a < c.arrays.size(); ++a)
      call.regions[a] = lay_out_bytes(laid.slot, a, {c.arrays[a].data(), c.arrays[a].size()},
                                      c.places[a], op.arrays[a].output && op.may_write(c));
    for (const Bytes& record : records(laid, call)) {
      call.regions[call.num_arrays] =
          lay_out_bytes(laid.slot, call.num_arrays, record, Placement{}, false);
      ++call.num_arrays;
    }
    const std::vector<ulna::Argument> arguments = op.arguments(c);
    call.num_arguments = static_cast<uint32_t>(arguments.size());
    for (size_t i = 0; i < arguments.size(); ++i) {
      int array = arguments[i].array;
      if (c.same_array && array == op.same_array) array = op.output;
      // The upper half of a register that carries an int32 is not part of the interface.
      call.arguments[i] =
          array == ulna::Argument::kNull ? Call::Argument{-1, 0}
          : array == ulna::Argument::kInteger
              ? Call::Argument{-1, 0xdeadbeef00000000 | uint32_t(arguments[i].value)}
              : Call::Argument{array, call.regions[array].offset};
    }
    call.flush = c.flush;
    call.xmm0[0] = c.real;
    for (int i = 1; i < 4; ++i) call.xmm0[i] = -12345.678f;
  }

  Outputs outputs_of(const Laid& laid) {
    const Case& c = *laid.c;
    Outputs outputs;
    for (size_t a = 0; a < c.arrays.size(); ++a) {
      if (!c.operation->arrays[a].output) continue;
      const auto [offset, pages] = extent(c.arrays[a].size(), c.places[a]);
      const std::byte* at = region(laid.slot, a);
      const size_t size = c.arrays[a].size();
      outputs.emplace_back();
      if (pages != 0)
        outputs.back() = {
            {at + offset, size}, {at, offset}, {at + offset + size, pages * kPage - offset - size}};
    }
    return outputs;
  }

  /// Pages that a port cannot write protect its input, unless it lifts the protection.
  int changed_input(const Laid& laid, const Call& call) {
    const Case& c = *laid.c;
    const auto changed = [&](size_t a, const std::byte* bytes, size_t size, Placement place) {
      const std::byte* at = region(laid.slot, a) + extent(size, place).offset;
      return size != 0 && std::memcmp(at, bytes, size) != 0;
    };
    for (size_t a = 0; a < c.arrays.size(); ++a)
      if (!c.operation->arrays[a].output &&
          changed(a, c.arrays[a].data(), c.arrays[a].size(), c.places[a]))
        return int(a);
    const std::vector<Bytes> all = records(laid, call);
    for (size_t r = 0; r < all.size(); ++r)
      if (changed(c.arrays.size() + r, all[r].data(), all[r].size(), Placement{}))
        return int(c.arrays.size() + r);
    return -1;
  }

  // --- Calling ----------------------------------------------------------------------------------

  /// What a call may take: far more than any port needs, and enough for one built without
  /// optimisation.
  static double limit_seconds(const Case& c) { return 2 + 20e-9 * double(bytes_of(c)); }

  /// Waits for the batch to end. True if the worker reported back.
  bool wait_for(std::span<const Laid> batch, bool& hung) {
    hung = false;
    uint32_t seen = UINT32_MAX;
    double processor_start = 0;
    Clock::time_point start;
    for (;;) {
      const auto event = worker->wait(20);
      if (event == WorkerProcess::Event::message) return true;
      if (event == WorkerProcess::Event::gone) return false;
      const uint32_t now = control->started;
      if (now != seen) {
        seen = now;
        processor_start = worker->processor_seconds();
        start = Clock::now();
        continue;
      }
      const size_t i = std::min<size_t>(seen ? seen - 1 : 0, batch.size() - 1);
      const double limit = limit_seconds(*batch[i].c);
      // Processor time, so that a busy machine hangs no port; wall-clock time for one that sleeps.
      if (worker->processor_seconds() - processor_start > limit ||
          seconds_since(start) > 3 * limit || worker->stopped()) {
        hung = true;
        return false;
      }
    }
  }

  /// Runs a laid-out batch. Returns how many calls of it are done with.
  size_t run_batch(std::span<const Laid> batch, bool together, const OnResult& on_result,
                   size_t first) {
    if (!worker) start();
    std::memset(&control->fault, 0, sizeof control->fault);
    control->started = 0;
    control->finished = 0;
    for (size_t i = 0; i < batch.size(); ++i) {
      lay_out(batch[i], laid_out[i]);
      laid_out[i].with_next = together && i == 0;
      control->calls[i] = laid_out[i];
    }
    control->num_calls = static_cast<uint32_t>(batch.size());
    bool hung = false;
    const bool reported = worker->send() && wait_for(batch, hung);

    size_t finished = batch.size();
    CallResult broken;
    if (!reported) {
      finished = std::min<size_t>(control->finished, batch.size() - 1);
      broken.fault = control->fault;
      const int status = end_worker();
      broken.end = hung ? End::hung : WIFSIGNALED(status) ? End::died : End::exited;
      broken.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      broken.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    }
    for (size_t i = 0; i < finished; ++i) {
      CallResult result;
      result.state = control->states[i];
      result.changed_input = changed_input(batch[i], laid_out[i]);
      on_result(first + i, result, outputs_of(batch[i]));
    }
    if (!reported) {
      on_result(first + finished, broken, Outputs{});
      if (together) on_result(first + 1 - finished, broken, Outputs{});
    }
    return together ? batch.size() : std::min(finished + 1, batch.size());
  }

  void release_large_slots() {
    for (uint32_t slot = kSmallSlots; slot < kSlots; ++slot)
      madvise(region(slot, 0), kMaxArrays * kLargeBytes, MADV_REMOVE);
  }

  SharedFile arena;
  std::array<Call, kSlots>
      laid_out{}; ///< the judge's own copy of the calls, which no port can reach
  SharedFile control_file;
  Control* control;
  std::string worker_program;
  PortInfo info;
  std::optional<WorkerProcess> worker;
  double ended_seconds = 0;
};

namespace {

bool is_small(const Case& c) {
  return std::all_of(c.arrays.begin(), c.arrays.end(),
                     [](const Array& a) { return a.size() + 64 <= kSmallBytes; });
}

void check_size(const Case& c) {
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (c.arrays[a].size() + 64 > kLargeBytes)
      throw BadInput(fmt::format("{}: larger than the 2 GiB that a case may use; split the case",
                                 c.operation->arrays[a].name));
}

} // namespace

Session::Session(std::string port_path, std::string worker)
    : impl_(std::make_unique<Impl>(std::move(port_path), std::move(worker))) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

const PortInfo& Session::port() const {
  return impl_->info;
}

void Session::run(std::span<const Case* const> cases, const OnResult& on_result) {
  size_t done = 0;
  while (done < cases.size()) {
    std::vector<Laid> batch;
    uint32_t small = 0;
    uint32_t large = kSmallSlots;
    while (done + batch.size() < cases.size()) {
      const Case& c = *cases[done + batch.size()];
      check_size(c);
      uint32_t& slot = is_small(c) ? small : large;
      if (slot == (is_small(c) ? kSmallSlots : kSlots)) break;
      batch.push_back({&c, slot++});
    }
    done += impl_->run_batch(batch, false, on_result, done);
    if (large != kSmallSlots) impl_->release_large_slots();
  }
}

void Session::run_together(const Case& a, const Case& b, const OnResult& on_result) {
  check_size(a);
  check_size(b);
  const bool small = is_small(a) && is_small(b);
  const uint32_t slot = small ? 0 : kSmallSlots;
  const Laid batch[] = {{&a, slot}, {&b, slot + 1}};
  impl_->run_batch(batch, true, on_result, 0);
}

void Session::restart() {
  if (impl_->worker) impl_->end_worker();
}

double Session::worker_seconds() const {
  return impl_->ended_seconds + (impl_->worker ? impl_->worker->processor_seconds() : 0);
}

} // namespace ulna
