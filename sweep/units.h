// A sweep in units: so many calls one after the other. What was found for them adds up to what the
// whole sweep finds.
#pragma once

#include "sweep/engine.h"

#include "shards/unit_file.h"

namespace ulna::sweep {

inline constexpr const char* kSweep = "sweep"; ///< UnitFile::command

/// What the sweep has in common, without units; `port` is that of a Result of the same plan,
/// `approximations` what it uses.
UnitFile units_of(const Plan& plan, const Result& port, const Approximations& approximations,
                  const Shard& shard);

/// Whether the port depends on what processors differ in.
bool depends_on_tables(const UnitFile& file, const std::string& name);

/// The result of a unit; nothing where it was interrupted.
std::optional<nlohmann::json> sweep_unit(const Plan& plan, uint64_t unit);

/// Which of two results of a unit counts: what broke, then the one that swept more.
uint64_t rank_of_sweep(const nlohmann::json& result);

/// All that the units found, with the witnesses decided. `name` stands for the file in messages.
/// Throws BadInput where the file is not one of a sweep.
Result result_of(const UnitFile& file, const std::string& name);

} // namespace ulna::sweep
