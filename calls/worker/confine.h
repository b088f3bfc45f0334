// Keeps a port inside its worker.
#pragma once

namespace ulna {

/// From here on this process can start no other process, run no program, and signal or inspect
/// nobody but itself: a kernel has no business doing so, and the attempt ends it with SIGSYS. It
/// can open files for reading only, has no privileges even as root, leaves no core file, and dies
/// with the judge. False if the system refuses.
bool confine();

/// The same, but for becoming the program, which may do no more. Its first argument is its own
/// name, and a null pointer ends them. Returns only if it cannot be run, or the system refuses to
/// confine it; what to leave with.
int confine_and_become(const char* program, char* const* arguments);

/// Becomes a server for a confined process, which must not do for it what it may not: write, make,
/// rename or remove files but in two folders, or listen to the network where the system can forbid
/// it. Returns as the other.
int become_server(const char* folder, const char* other, const char* program,
                  char* const* arguments);

} // namespace ulna
