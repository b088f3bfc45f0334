// What memory a process holds.
#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace ulna {

/// The bytes that lie in memory for this process alone; 0 if there is no such process.
uint64_t own_bytes_in_memory(pid_t pid);

/// What the machine has, or less where this process is in a control group with a limit, as in a
/// container: bytes.
uint64_t memory_of_machine();

/// The least of the limits of a process' control groups, of both versions; UINT64_MAX where there
/// are none. `groups` is the text of its /proc/PID/cgroup, `root` where they are mounted.
uint64_t memory_limit(const std::string& groups, const std::string& root);

} // namespace ulna
