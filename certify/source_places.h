// Where in a port's source the findings of an operation belong: for reports that point at a line.
#pragma once

#include "cases/verdict.h"
#include "judge/judge.h"

namespace ulna {

/// Gives each finding its place, where the library says so: the instruction that a signal came
/// from, if the witness, called alone in a new worker, shows that again, with the instructions
/// around it; else the function that the author of the port wrote, which is not that of an adapter.
/// The port offers the operation. Never throws for what is not known.
void find_source_places(const PortReport& port, const Installation& installation,
                        OperationReport& report);

} // namespace ulna
