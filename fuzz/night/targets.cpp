#include "fuzz/night/targets.h"

#include "base/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace ulna::night {
namespace fs = std::filesystem;
namespace {

constexpr const char* kCure = "build them (fuzz/README.md), or say --targets FOLDER";

} // namespace

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const Operation* op : operations()) names.emplace_back(op->name);
  for (const char* parser : {"case_file", "certificate", "model", "skin_info"})
    names.emplace_back(parser);
  return names;
}

std::vector<std::string> engine_options(const Target& target) {
  if (target.operation) return {"-entropic=0", "-mutate_depth=1", kAnyAllocation};
  std::vector<std::string> options{"-max_len=16384"};
  const fs::path dictionary = target.program.string() + ".dict";
  std::error_code error;
  if (fs::exists(dictionary, error)) options.push_back("-dict=" + dictionary.string());
  return options;
}

fs::path targets_folder(const std::string& given) {
  std::vector<fs::path> places;
  const char* variable = std::getenv("ULNA_FUZZ_TARGETS");
  if (!given.empty()) {
    places = {given};
  } else if (variable && *variable) {
    places = {variable};
  } else {
    std::error_code error;
    const fs::path own = fs::read_symlink("/proc/self/exe", error).parent_path();
    fs::path prefix = own; // of the installation, or the build tree
    for ([[maybe_unused]] const fs::path& part : fs::path(ULNA_PRIVATE_DIR))
      prefix = prefix.parent_path();
    places = {own / "fuzz", prefix / "fuzz" / "bin", prefix.parent_path() / "fuzz" / "bin"};
  }
  std::error_code error;
  for (const fs::path& place : places)
    if (fs::is_directory(place, error)) return fs::absolute(place);
  throw BadInput(fmt::format("no fuzz targets in {}; {}", places.front().string(), kCure));
}

void check_names(const std::vector<std::string>& wanted) {
  const std::vector<std::string> known = target_names();
  for (const std::string& name : wanted)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw BadInput(
          fmt::format("nothing to fuzz is called {}; there are {}", name, fmt::join(known, ", ")));
}

std::vector<Target> find_targets(const fs::path& folder, const std::vector<std::string>& wanted) {
  check_names(wanted);
  std::vector<Target> targets;
  for (const std::string& name : target_names()) {
    const bool asked = std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    if (!wanted.empty() && !asked) continue;
    const fs::path program = folder / ("fuzz-" + name);
    if (::access(program.c_str(), X_OK) == 0) {
      targets.push_back({name, program, find_operation(name)});
    } else if (asked) {
      throw BadInput(fmt::format("{} is not there or cannot be run; {}", program.string(), kCure));
    }
  }
  if (targets.empty())
    throw BadInput(fmt::format("no fuzz targets in {}; {}", folder.string(), kCure));
  return targets;
}

} // namespace ulna::night
