// `ulna sweep slerp_joints`.
#pragma once

#include "cli/sweep_options.h"

namespace ulna {

/// Sweeps the scales of the port, prints what was found, and writes sweep.json into the folder.
/// Returns the exit code. Throws BadInput.
int run_slerp_sweep(const SweepOptions& options);

} // namespace ulna
