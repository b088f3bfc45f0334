// How many processors a port believes that there are: whoever splits its work by their number does
// so otherwise on another machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <sched.h>

namespace ulna {

/// From now on the library functions that tell the number of processors, and on which of them a
/// thread runs or may run, tell of `count`, and OpenMP has as many threads; 0: of those that there
/// are. `asked` becomes 1 when any of them is called. To be called before a port is loaded.
void tell_processors(uint32_t count, std::atomic<uint32_t>& asked);

/// Of the calling thread, as the kernel has it. False where it refuses.
bool get_real_affinity(cpu_set_t& set);
bool set_real_affinity(const cpu_set_t& set);

} // namespace ulna
