#include "report/unit_machines.h"

#include "base/json_member.h"
#include "report/read_certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ulna {

std::vector<Machine> machines_of(const UnitFile& file) {
  std::vector<Machine> machines;
  std::set<nlohmann::json> known;
  for (const auto& [number, unit] : file.units)
    if (known.insert(unit.machine).second)
      machines.push_back(read_machine(JsonMember(unit.machine, "machine", unit.where, kUnitsCure)));
  return machines;
}

const Machine* with_other_tables(const std::vector<Machine>& machines) {
  const auto other = std::ranges::find_if(machines, [&](const Machine& machine) {
    const Machine& first = machines.front();
    return machine.fingerprint != first.fingerprint || machine.rsqrtps != first.rsqrtps ||
           machine.rcpps != first.rcpps;
  });
  return other == machines.end() ? nullptr : &*other;
}

bool depends_on_tables(const Approximations& approximations) {
  return approximations.use == Approximations::Use::used ||
         approximations.use == Approximations::Use::unknown;
}

std::string why_tables_matter(const Machine& one, const Machine& other, const char* done) {
  return fmt::format("parts were {} on processors whose rsqrtps or rcpps differ ({}, {}), on which "
                     "it depends; do it on one kind",
                     done, one.fingerprint, other.fingerprint);
}

} // namespace ulna
