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

} // namespace ulna
