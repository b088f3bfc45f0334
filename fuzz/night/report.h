// morning.json and morning.md: what a night did, to be read with coffee.
#pragma once

#include "fuzz/night/findings.h"
#include "fuzz/night/largest.h"
#include "fuzz/night/state.h"

#include <nlohmann/json.hpp>

namespace ulna::night {

struct ReportContext {
  std::string launcher;             ///< how the user calls ulna, for commands to paste
  Subject subject;                  ///< the port and the targets of this start
  std::vector<std::string> builtin; ///< names
  fs::path targets;                 ///< folder
  std::vector<std::string> not_run; ///< targets that are not there
  std::string port_changed;         ///< what became of the port during the night, or empty
  size_t unjudged = 0;              ///< inputs that ended a target, left to the next start
};

/// The report on the night as it stands.
nlohmann::json morning_json(const Folder& folder, const State& state, const Findings& findings,
                            const LargestErrors& largest, const nlohmann::json& last,
                            const ReportContext& context);

/// A target with fewer executions in a night was hardly tried: `ulna certify` makes more cases of
/// any operation in about a second.
inline constexpr uint64_t kFewExecutions = 1000;

/// What the night left undone, for its first line: "; 13 of 17 targets never ran; ...", or empty.
std::string undone_text(const nlohmann::json& morning);

/// Whether none of the targets that were to run got beyond a few executions.
bool hardly_anything(const nlohmann::json& morning);

/// The same for people. Of a night in shards `missing_shards` says which are missing.
std::string morning_text(const nlohmann::json& morning);

/// The newest report in history/, or null. One that cannot be read is set aside, which the log
/// says.
nlohmann::json last_morning(const Folder& folder, Log& log);

/// Moves the report of the night before, if there is one, into history/ under that night's name.
void keep_morning(const Folder& folder, Log& log);

/// The command that shows a finding again, or nothing if its port is not known.
std::string replay_command(const Findings& findings, const Distinct& finding,
                           const ReportContext& context);

/// 3725 is 1h02m; 95 is 1m35s; 4.25 is 4s.
std::string duration(double seconds);

} // namespace ulna::night
