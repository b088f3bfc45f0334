// A session: one port in a worker process, and the calls that a judge has it make. The session
// survives whatever the port does; it starts another worker where one died.
#pragma once

#include "certify/case.h"
#include "certify/watch/arena.h"

#include <functional>
#include <memory>
#include <string>

namespace ulna {

/// What a port says of itself.
struct PortInfo {
  std::string path;
  std::string name;
  std::string cpu_features;
  uint64_t members = 0; ///< bit i: the pointer at offset 8 i of ulna_port is there and not null

  bool implements(const Operation& op) const;
};

/// How a call ended.
struct CallResult {
  enum class End : uint8_t {
    returned,
    died,  ///< a signal
    hung,  ///< no return within the limit
    exited ///< the process ended without one
  };
  End end = End::returned;
  arena::State state{};   ///< if it returned
  int signal = 0;         ///< if it died
  arena::Fault fault{};   ///< if it died and the signal was caught
  int exit_code = 0;      ///< if it exited
  int changed_input = -1; ///< if it returned: an array or record, no output, that is not as it was
};

/// One output array of a call, where the port wrote it. It is valid inside the callback only.
struct Output {
  std::span<const std::byte> bytes;  ///< of the output array
  std::span<const std::byte> before; ///< the rest of its pages, before and behind
  std::span<const std::byte> behind;
};

/// All of them, in the order of Operation::arrays. Empty where the call did not return.
using Outputs = std::vector<Output>;

/// What the memory around arrays is filled with.
inline constexpr std::byte kCanary{0xc5};

/// Loading the port did not end, or ended the worker.
struct LoadCrash {
  CallResult::End end;
  std::string what;
};

class Session {
public:
  /// Loads the port. Throws BadInput with one line if the file is no port, LoadCrash if loading it
  /// took the worker down. `worker` is the path of the worker executable.
  Session(std::string port_path, std::string worker);
  ~Session();
  Session(Session&&) noexcept;

  const PortInfo& port() const;

  using OnResult = std::function<void(size_t i, const CallResult&, const Outputs&)>;

  /// Calls the port once for each case, in order, in as few exchanges with the worker as possible,
  /// and hands over each result. Throws BadInput if a case is larger than a slot (2 GiB an array).
  void run(std::span<const Case* const> cases, const OnResult& on_result);

  /// Calls the port for both cases at the same time, in two threads.
  void run_together(const Case& a, const Case& b, const OnResult& on_result);

  /// Ends the worker; the next run starts another, which has no memory of calls.
  void restart();

  /// The processor time of all workers so far, in seconds.
  double worker_seconds() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The byte offset of an array's first byte in its region, and the pages it needs.
struct Extent {
  size_t offset;
  size_t pages;
};
Extent extent(size_t bytes, Placement place);

} // namespace ulna
