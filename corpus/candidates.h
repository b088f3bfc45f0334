// What somebody wants to have in the corpus.
#pragma once

#include "cases/case.h"

namespace ulna::corpus {

/// A case somebody found.
struct Candidate {
  std::string path; ///< for messages
  Case input;
  bool named = true; ///< given by itself; else it was in a folder, which may hold anything
};

/// The cases of files and folders. Throws BadInput for one that is missing, malformed, or a folder
/// without any.
std::vector<Candidate> load_candidates(std::span<const std::string> paths);

} // namespace ulna::corpus
