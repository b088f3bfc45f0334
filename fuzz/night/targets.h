// The fuzz targets there are.
#pragma once

#include "cases/operation.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ulna::night {

struct Target {
  std::string name;
  std::filesystem::path program;
  const Operation* operation = nullptr; ///< null: one of ulna's own parsers
};

/// libFuzzer would end a target for a single large allocation, whatever is touched of it, and takes
/// 0 for its limit of resident memory. Ports may allocate what they like; parsers may not.
inline constexpr const char* kAnyAllocation = "-malloc_limit_mb=2147483647";

/// What libFuzzer is told for a target besides: errors are climbed best in single steps from any
/// input, without its schedule of rare features; parsers get longer inputs, and the dictionary that
/// lies beside the program.
std::vector<std::string> engine_options(const Target& target);

/// The names of all targets: the operations, then the parsers.
std::vector<std::string> target_names();

/// The folder of the targets: `given`, or else the environment variable ULNA_FUZZ_TARGETS, or else
/// where the build or an installation puts it, seen from the running program. Throws BadInput with
/// one line if it is not there.
std::filesystem::path targets_folder(const std::string& given);

/// Throws BadInput with one line for a name that is no target's.
void check_names(const std::vector<std::string>& wanted);

/// The targets of those names, or all for none. Throws BadInput with one line for a name that is no
/// target's, one that is asked for and not in the folder, and where there is none at all.
std::vector<Target> find_targets(const std::filesystem::path& folder,
                                 const std::vector<std::string>& wanted);

} // namespace ulna::night
