// What memory a process holds.
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace ulna {

/// The bytes that lie in memory for this process alone; 0 if there is no such process.
uint64_t own_bytes_in_memory(pid_t pid);

/// What the machine has, in bytes.
uint64_t memory_of_machine();

} // namespace ulna
