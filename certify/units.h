// A run of `ulna certify` in units: one operation of one port, judged in full with one seed. Shards
// do some of them each; what they leave adds up to the report that a single run gives.
#pragma once

#include "certify/plan.h"
#include "shards/unit_file.h"

#include <nlohmann/json_fwd.hpp>

namespace ulna {

inline constexpr const char* kCertify = "certify"; ///< UnitFile::command

/// What a run with this plan has in common, without units. The skeleton is its report before
/// anything was judged: all ports with their operations, and its machine.
UnitFile units_of(const Plan& plan, const RunReport& skeleton);

/// Where a unit belongs, and with what it is judged.
struct UnitPlace {
  size_t port, report; ///< of RunReport::ports, and of their operations
  uint64_t seed;
};
UnitPlace place_of(uint64_t unit, const Plan& plan, const RunReport& skeleton);

/// The result of a unit, with the texts of its cases in place of paths.
nlohmann::json unit_json(OperationReport report);

/// Reads it again, without the words that have the largest errors. Remarks are as in Certificate.
/// Throws BadInput where it is not what unit_json wrote.
OperationReport report_of_unit(const nlohmann::json& result, const std::string& name,
                               std::vector<std::string>& remarks);

/// Whether a result says something of the port, and not only why nothing can be said.
bool is_judged(const nlohmann::json& result);

/// Which of two results of a unit counts, if they differ: a refutation, then the one that judged
/// more.
uint64_t rank_of_unit(const nlohmann::json& result);

/// The report of the whole run. An operation of which units are missing is refuted or not run,
/// never certified. `name` stands for the file in messages. Throws BadInput where a unit is not
/// what unit_json wrote.
RunReport report_of(const UnitFile& file, const std::string& name,
                    std::vector<std::string>& remarks);

/// "ulna certify --port ... --shard 3/8 --out shards/3", as the run was asked for.
std::string command_of_shard(const UnitFile& file, uint64_t number, const std::string& launcher);

} // namespace ulna
