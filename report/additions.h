// What other commands found about the ports of a report, for its page.
#pragma once

#include "cases/verdict.h"

namespace ulna {

struct Picture {
  std::string file; ///< as given
  std::string svg;
};

/// What `ulna mutate` found of an operation of a library.
struct Mutation {
  std::string sha256, operation;
  uint64_t killed = 0;
  struct Survivor {
    std::string place, mutant;
    bool argued = false; ///< a list gives a reason
  };
  std::vector<Survivor> survivors = {};
};

struct Additions {
  std::vector<Picture> pictures;
  std::vector<Mutation> mutations;
};

/// Reads files that `ulna plot` (SVG) and `ulna mutate --json` wrote. Throws BadInput with one line
/// where a file is neither, or is about no operation of the report's libraries, by their hashes. Of
/// a picture nobody knows whose it is.
Additions read_additions(const std::vector<std::string>& files, const RunReport& report);

} // namespace ulna
