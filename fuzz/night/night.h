// The night: targets in turn on every core, and everything they find brought home.
#pragma once

#include "certify/judge.h"

#include <atomic>
#include <string>
#include <vector>

namespace ulna::night {

struct NightOptions {
  std::string length = "8h";           ///< a time such as 90s, 10m or 8h
  std::vector<std::string> operations; ///< names of targets; empty: all there are
  std::string port;                    ///< name or path; empty: all built-in ports
  std::string jobs;                    ///< a number; empty: one for each core
  std::string dir = "ulna-night";
  std::string corpus = "corpus"; ///< of cases, to start from; need not be there
  std::string targets;           ///< folder of the targets; empty: see targets_folder()
  bool fresh = false;            ///< begin a new night even if the last one is not over
  bool check = false;            ///< only check the options, which needs no targets
};

/// Fuzzes until the night is over or `stop` is set, and leaves morning.md and morning.json in the
/// folder. A night that was cut short, however, goes on where it was. Prints a summary on the
/// standard output. Returns 0 if nothing new was found in this night, 1 if there are new findings,
/// 2 if next to nothing was tried, or something that was found is not judged. Throws BadInput with
/// one line for bad options, a folder that another runner has or that cannot be written, and where
/// there are no targets.
int run_night(const NightOptions& options, const Installation& installation,
              const std::string& launcher, const std::atomic<bool>& stop);

} // namespace ulna::night
