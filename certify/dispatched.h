// Which of the built-in ports `best` takes an operation from on this CPU.
#pragma once

#include "cases/operation.h"
#include "judge/judge.h"

#include <optional>

namespace ulna {

/// The library of the built-in port `best`, loaded into this process: it is our own.
class Dispatched {
public:
  /// Without the library nothing is known of any operation.
  explicit Dispatched(const Installation& installation);
  ~Dispatched();
  Dispatched(const Dispatched&) = delete;
  Dispatched& operator=(const Dispatched&) = delete;

  /// The name of the port on a CPU with these features (as in /proc/cpuinfo, and its family as
  /// optimized/best/choose.h has it, separated by commas), or on this one; nothing where none of
  /// the ports has the operation.
  std::optional<std::string> origin(const Operation& op, const char* cpu_features = nullptr) const;

private:
  void* library_;
  const char* (*origin_)(size_t, const char*) = nullptr;
};

} // namespace ulna
