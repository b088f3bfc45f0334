// Whoever calls a port for a judge: a session with a worker process, or the fuzzers' own process.
#pragma once

#include "calls/shared/control.h"
#include "calls/shared/convention.h"
#include "cases/case.h"

#include <functional>
#include <string>
#include <vector>

namespace ulna {

struct Target;

/// What a port says of itself.
struct PortInfo {
  std::string path;
  std::string name;
  std::string cpu_features;
  uint64_t members = 0;   ///< bit i: the i-th word of ulna_port, a pointer, is there and not null
  Profiles profiles = {}; ///< that it declares
  std::vector<uint64_t> functions = {};    ///< what each of those points to, as the linker has it
  const Target* target = nullptr;          ///< what it is built for; null: this machine
  std::vector<std::string> processor = {}; ///< the features of another machine's, where it ran

  /// Whether the pointer at this offset of ulna_port is there.
  bool has(size_t member) const { return (members >> (member / sizeof(void*))) & 1; }
  bool implements(const Operation& op) const;
  /// The address of the operation's function, which the port implements.
  uint64_t function(const Operation& op) const;
};

/// What a port declares (ulna_port::profiles). Throws BadInput where there is no such profile.
Profiles declared_profiles(const std::string& path, const std::string& names);

/// How a call ended.
struct CallResult {
  enum class End : uint8_t {
    returned,
    died,  ///< a signal
    hung,  ///< no return within the limit
    exited ///< the process ended without one
  };
  End end = End::returned;
  arena::State state{};                                         ///< if it returned
  const arena::Convention* convention = &arena::kOwnConvention; ///< of the port's machine
  int signal = 0;                                               ///< if it died
  arena::Fault fault{};     ///< if it died and the signal was caught
  int exit_code = 0;        ///< if it exited
  std::string printed = {}; ///< if it did not return: the last lines that were printed, printable
  uint32_t counted = 0;   ///< of an interrupted call: stores or instructions, as far as they count
  bool stored = false;    ///< if it returned, and was made alone: the library's own data changed
  int changed_input = -1; ///< if it returned: an array or record, no output, that is not as it was
};

/// One output array of a call, where the port wrote it. It is valid inside the callback only.
struct Output {
  std::span<const std::byte> bytes;  ///< of the output array
  std::span<const std::byte> before; ///< the rest of its pages, before and behind
  std::span<const std::byte> behind;
  std::span<const std::byte> owed_before = {}; ///< what those held when the call began
  std::span<const std::byte> owed_behind = {};
};

/// All of them, in the order of Operation::arrays. Empty where the call did not return.
using Outputs = std::vector<Output>;

using arena::Stepped;

/// Calls one port.
class Caller {
public:
  virtual ~Caller() = default;
  virtual const PortInfo& port() const = 0;

  using OnResult = std::function<void(size_t i, const CallResult&, const Outputs&)>;

  /// Calls the port once for each case, in order, and hands over each result. A call that hangs is
  /// the last one, as the next may cost as many seconds: the cases behind it have no result. Throws
  /// BadInput if a case is larger than a slot (2 GiB an array).
  virtual void run(std::span<const Case* const> cases, const OnResult& on_result) = 0;

  /// Whether it is worth asking for calls that are made one instruction at a time, or interrupted
  /// between two: not where no machine could.
  virtual bool takes_steps() const { return true; }

  /// Calls the port for the case while what it must not write changes (kept_ranges.h), and is put
  /// back at the end: what the port wrote back shows. Where that is not possible, as run(). Of a
  /// case that is not small only the last page of each array is kept and stepped.
  virtual void run_stepped(const Case& c, Stepped /*where*/, const OnResult& on_result) {
    const Case* const one[] = {&c};
    run(one, on_result);
  }

  /// Whether two calls can be made at the same time.
  virtual bool takes_pairs() const { return true; }

  /// Calls the port for both cases at the same time, in two threads.
  virtual void run_together(const Case& a, const Case& b, const OnResult& on_result) = 0;

  /// Calls the port for `a`, and in the middle of that call, in another thread, for `b`, at each
  /// place until one of the calls for `b` leaves other outputs than the first of them; hands over
  /// the result of the last. What waits for the call to end is waited for in vain, and comes after
  /// it. Where that is not possible, as run_together().
  virtual void run_interrupted(const Case& a, const Case& b, const arena::Interruptions& /*where*/,
                               const OnResult& on_result) {
    run_together(a, b, on_result);
  }

  /// Calls the port for `first`, then `times` times (one or more) for `filler`, or until a call
  /// leaves other outputs than the first of them. Hands over the results of `first` and of the last
  /// call. Both cases fit into a small slot.
  virtual void run_often(const Case& first, const Case& filler, uint32_t times,
                         const OnResult& on_result);

  /// Whether the port, or a library that it uses, asked so far how many processors there are.
  virtual bool asked_for_processors() const { return false; }

  /// Forgets all calls, where that is possible.
  virtual void restart() = 0;

  /// The processor time that the port and its worker took so far, in seconds.
  virtual double worker_seconds() const = 0;
};

inline void Caller::run_often(const Case& first, const Case& filler, uint32_t times,
                              const OnResult& on_result) {
  const Case* const cases[] = {&first, &filler};
  for (uint32_t call = 0; call < times; ++call) {
    const size_t skipped = call == 0 ? 0 : 1;
    run(std::span(cases).subspan(skipped),
        [&](size_t i, const CallResult& result, const Outputs& outputs) {
          if (i + skipped == 0 || call + 1 == times) on_result(i + skipped, result, outputs);
        });
  }
}

} // namespace ulna
