#include "shards/unit_run.h"

namespace ulna {

UnitFile do_units(const std::string& folder, const UnitFile& run, const Shard& shard,
                  const nlohmann::json& machine,
                  const std::function<std::optional<nlohmann::json>(uint64_t unit)>& work) {
  UnitWriter units(folder + "/" + kUnitFileName, run, machine);
  const auto [begin, end] = shard.units(units.file().count);
  for (uint64_t unit = begin; unit < end; ++unit) {
    if (units.file().units.contains(unit)) continue;
    const auto result = work(unit);
    if (!result) break;
    units.add(unit, *result);
  }
  return units.file();
}

} // namespace ulna
