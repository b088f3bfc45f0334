#include "shards/unit_run.h"

#include <iterator>

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

std::pair<uint64_t, uint64_t> done_of(const UnitFile& file, const Shard& shard) {
  const auto [begin, end] = shard.units(file.count);
  const auto done = std::distance(file.units.lower_bound(begin), file.units.lower_bound(end));
  return {static_cast<uint64_t>(done), end - begin};
}

} // namespace ulna
