// The witnesses of a run, as files.
#pragma once

#include "cases/verdict.h"

namespace ulna {

/// Writes the witnesses of one operation into the folder's `witnesses`, and their paths into the
/// report. `port_number`, from 1, tells ports of one name apart. Throws BadInput with one line
/// where one cannot be written.
void save_witnesses(const std::string& out, size_t port_number, const PortReport& port,
                    OperationReport& report);

/// The same of a whole run. What cannot be written is told in RunReport::unsaved.
void save_all_witnesses(const std::string& out, RunReport& report);

} // namespace ulna
