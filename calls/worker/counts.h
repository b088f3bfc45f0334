// The line counts of a worker, in a build that counts lines (ULNA_COVERAGE): confined, it may open
// no file. In any other build there is nothing of this.
#pragma once

namespace ulna {

#ifdef ULNA_COVERAGE
/// Opens the files of the counts, before the worker is confined, and keeps them open.
void open_counts();

/// Adds the counts since the last time to those files; not at the end alone, as the judge ends a
/// worker by a signal.
void leave_counts();
#else
inline void open_counts() {}
inline void leave_counts() {}
#endif

} // namespace ulna
