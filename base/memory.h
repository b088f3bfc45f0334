// How this process treats memory that it has freed.
#pragma once

namespace ulna {

/// Cases of many megabytes come and go all the time: from here on, what one thread frees the next
/// one takes as it is, instead of pages that the system has to clear first. Costs nothing again.
void keep_freed_memory();

} // namespace ulna
