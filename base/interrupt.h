// What ends a long command early.
#pragma once

#include <atomic>

namespace ulna {

/// From the first call on, SIGINT and SIGTERM set the flag, and the second of them ends the
/// process. With `hang_up`, SIGHUP sets it too, unless it is ignored, as nohup has it.
const std::atomic<bool>& watch_interrupts(bool hang_up = false);

} // namespace ulna
