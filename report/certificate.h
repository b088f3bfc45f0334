// The certificate: the verdicts of a run with all that is needed to trust and to repeat them.
#pragma once

#include "cases/verdict.h"

#include <nlohmann/json_fwd.hpp>

namespace ulna {

/// The report as JSON text that obeys certificate.schema.json. Numbers that JSON does not have
/// (infinities, NaN) become null; the seed is a string, because many readers of JSON round integers
/// above 2^53; bytes that are not UTF-8 become U+FFFD. Paths of witnesses are as in the report.
/// Every OperationReport must name its operation.
std::string certificate_json(const RunReport& report);

/// Parts of it, as the text has them.
nlohmann::ordered_json operation_json(const OperationReport& report);
nlohmann::ordered_json machine_json(const Machine& machine);
nlohmann::ordered_json executed_json(const Executed& executed);

} // namespace ulna
