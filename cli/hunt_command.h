// `ulna hunt`: the largest error of one operation of one port that a search finds.
#pragma once

#include "judge/judge.h"

#include <atomic>
#include <string>

namespace CLI {
class App;
}

namespace ulna {

struct HuntCommandOptions {
  std::string operation;
  std::string port;
  std::string machine; ///< of a port for another one
  std::string length = "60s";
  std::string seed = "1";
  bool uniform = false; ///< as HuntOptions has it
  std::string log;      ///< file to write, or empty
  std::string out = "ulna-out";
};

/// Prints what was found and saves its witness below the folder `out`. Returns 0 if the port kept
/// its contract, 1 if not. Throws BadInput with one line.
int hunt_command(const HuntCommandOptions& options, Installation installation,
                 const std::string& launcher, const std::atomic<bool>& interrupted);

/// The options of the command.
void add_hunt_options(CLI::App& command, HuntCommandOptions& options);

} // namespace ulna
