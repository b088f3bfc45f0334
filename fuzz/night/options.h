// What a night is told on the command line.
#pragma once

#include <string>
#include <vector>

namespace ulna::night {

struct NightOptions {
  std::string length = "8h";           ///< a time such as 90s, 10m or 8h
  std::vector<std::string> operations; ///< names of targets; empty: all there are
  std::string port;                    ///< name or path; empty: all built-in ports
  std::string jobs;                    ///< a number; empty: one for each core
  std::string dir = "ulna-night";
  std::string shard; ///< which part of the time, as 3/8; empty: all of it
  std::string share; ///< folder of the corpora that several nights have in common, or empty
  std::string corpus = "corpus"; ///< of cases, to start from; need not be there
  std::string targets;           ///< folder of the targets; empty: see targets_folder()
  bool fresh = false;            ///< begin a new night even if the last one is not over
  bool check = false;            ///< only check the options, which needs no targets
};

} // namespace ulna::night
