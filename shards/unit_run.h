// The loop of a command that does a shard of its run, unit by unit.
#pragma once

#include "shards/unit_file.h"

#include <functional>
#include <optional>

namespace ulna {

/// Does the units of the shard that the folder does not have yet, one after the other, and keeps
/// each there as it is done. `work` gives the result of a unit, or nothing where it was
/// interrupted: that ends the loop, and the unit is done again by whoever goes on. Returns all that
/// the folder has then. Throws BadInput as UnitWriter does.
UnitFile do_units(const std::string& folder, const UnitFile& run, const Shard& shard,
                  const nlohmann::json& machine,
                  const std::function<std::optional<nlohmann::json>(uint64_t unit)>& work);

/// Of the units of the shard, how many are done, and how many there are.
std::pair<uint64_t, uint64_t> done_of(const UnitFile& file, const Shard& shard);

} // namespace ulna
