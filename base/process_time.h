// What a process did with its time. On a busy machine, or with a low priority, one may get no
// processor for many seconds; then the time on the wall tells nothing about a hang.
#pragma once

#include <optional>
#include <sys/types.h>

namespace ulna {

/// Whether every thread of the process waits for something other than a processor, or is stopped.
bool asleep(pid_t pid);

/// The processor time of all its threads so far, in seconds; nothing if there is no such process.
std::optional<double> processor_seconds(pid_t pid);

} // namespace ulna
