// The worker, but for how it is started.
#pragma once

namespace ulna {

/// Loads the port and makes the judge's calls; does not come back.
[[noreturn]] void work(const char* path);

} // namespace ulna
