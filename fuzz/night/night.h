// The night: targets in turn on every core, and everything they find brought home.
#pragma once

#include "fuzz/night/options.h"
#include "judge/judge.h"

#include <atomic>
#include <string>

namespace ulna::night {

/// Fuzzes until the night is over or `stop` is set, and leaves morning.md and morning.json in the
/// folder. A night that was cut short, however, goes on where it was. Prints a summary on the
/// standard output. Returns 0 if nothing new was found in this night, 1 if there are new findings,
/// 2 if next to nothing was tried, or something that was found is not judged. Throws BadInput with
/// one line for bad options, a folder that another runner has or that cannot be written, and where
/// there are no targets.
int run_night(const NightOptions& options, const Installation& installation,
              const std::string& launcher, const std::atomic<bool>& stop);

} // namespace ulna::night
