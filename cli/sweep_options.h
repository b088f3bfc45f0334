// What a sweep is told on the command line, and what can be swept.
#pragma once

#include <string>
#include <vector>

namespace ulna {

struct SweepOptions {
  std::string name;               ///< of the sweep
  std::string port = "published"; ///< a built-in port's name or a path
  std::string out;                ///< folder for the report; empty: none is written
  std::string shard;              ///< which part of it, or empty
  std::vector<float> ts;          ///< of slerp_joints; empty: those of its plan
};

/// One thing that can be swept. `run` returns the exit code: 0 if nothing broke, 1 if something
/// did, 3 if nothing was swept. It throws BadInput.
struct Sweep {
  const char* name;
  const char* help; ///< half a line, for the list
  int (*run)(const SweepOptions&);
};

/// One line on the processors that the numbers of a port hold for, with its name.
std::string processors_line(const std::string& port_path, const std::string& name);

} // namespace ulna
