#include "corpus/candidates.h"

#include "base/error.h"
#include "cases/case_file.h"
#include "corpus/store.h"

#include <fmt/format.h>

#include <filesystem>

namespace ulna::corpus {

std::vector<Candidate> load_candidates(std::span<const std::string> paths) {
  std::vector<Candidate> candidates;
  for (const std::string& path : paths) {
    std::error_code error;
    const bool folder = std::filesystem::is_directory(path, error);
    const std::vector<std::string> files = folder ? case_files(path) : std::vector{path};
    if (files.empty()) throw BadInput(fmt::format("{}: there is no .case file in it", path));
    for (const std::string& file : files) {
      try {
        candidates.push_back({file, load_case(file), !folder});
        provenance_of(candidates.back().input);
      } catch (const BadInput& e) {
        const std::string what = e.what(); // of a note, it does not name the file
        throw BadInput(what.find(file) == what.npos ? fmt::format("{}: {}", file, what) : what);
      }
    }
  }
  return candidates;
}

} // namespace ulna::corpus
