// Whether a refuted port has its matrices the other way round: the mistake that is made most.
#pragma once

#include "certify/plan.h"

namespace ulna {

/// Whether a port is right in its witnesses and some dozen small cases where all 4x4 and 3x4
/// matrices are stored by columns, inputs and outputs, and wrong in most of them as ulna/port.h has
/// it. False for operations without matrices, and where a call does not return.
bool is_right_by_columns(const std::string& port, const Installation& installation,
                         const OperationReport& report, uint64_t seed);

} // namespace ulna
