// Trying mutants in units: every n-th mutant of one operation of one port.
#pragma once

#include "mutants/trial.h"

#include "shards/unit_file.h"

namespace ulna {
class JsonMember;
}

namespace ulna::mutants {

inline constexpr const char* kMutate = "mutate"; ///< UnitFile::command

/// The result of a unit, and that again. Throws BadInput where it is not what unit_json wrote.
nlohmann::json unit_json(const Report& report);
Report read_unit(const JsonMember& from);

/// Which of two results of a unit counts: the one with more survivors, then with more mutants.
uint64_t rank_of_mutants(const nlohmann::json& result);

} // namespace ulna::mutants
