// The processors that units of a run were done on.
#pragma once

#include "cases/verdict.h"
#include "shards/unit_file.h"

namespace ulna {

/// Each once, in the order of the units. Throws BadInput where one is none.
std::vector<Machine> machines_of(const UnitFile& file);

/// The first whose approximation instructions give other results than the first one's; null: none.
const Machine* with_other_tables(const std::vector<Machine>& machines);

/// Whether that matters for a port: results of both do not add up then.
bool depends_on_tables(const Approximations& approximations);

/// "parts were judged on processors whose rsqrtps or rcpps differ (...); certify it on one kind".
std::string why_tables_matter(const Machine& one, const Machine& other, const char* done);

} // namespace ulna
