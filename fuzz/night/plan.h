// What the options of a night come to on this machine.
#pragma once

#include "fuzz/night/collector.h"
#include "fuzz/night/options.h"
#include "fuzz/night/port_file.h"
#include "fuzz/night/state.h"
#include "fuzz/night/targets.h"
#include "judge/judge.h"
#include "shards/shard.h"

namespace ulna::night {

struct Plan {
  double length = 0; ///< seconds, of this shard
  Shard shard;
  std::string share; ///< folder, or empty
  size_t jobs = 1;
  double slice = 60;      ///< seconds that a target runs at a time
  double input = 20;      ///< seconds that it may take for one input
  uint64_t megabytes = 0; ///< that it may have resident
  std::vector<Target> targets;
  std::vector<std::string> not_there; ///< targets that would run if they were
  fs::path folder;                    ///< of the targets
  fs::path corpus;                    ///< of cases
  Ports ports;
  PortFile port_file; ///< of ports.given
  Subject subject;
};

/// Throws BadInput with one line for options that no build of the targets could meet.
void check_options(const NightOptions& options, const Installation& installation);

/// Throws BadInput with one line for options that cannot be met.
Plan plan(const NightOptions& options, const Installation& installation);

} // namespace ulna::night
