// The judging of one operation of one port, stage after stage.
#pragma once

#include "base/machine_lock.h"
#include "cases/generated_cases.h"
#include "certify/execution.h"
#include "certify/plan.h"

#include <functional>

namespace ulna {

struct OperationRun {
  const Plan& plan;
  GeneratedCases& cases; ///< of the operation and the plan's seed
  Judge& judge;
  Execution* execution; ///< null: what runs is not looked at
  OperationReport& report;
  double seconds; ///< of the budget; 0: the quick one
  MachineLock& machine;
  std::function<void(double part)> on_progress;
};

/// Makes the calls, and adds what they showed to the report: counts, largest errors, findings with
/// their smallest witnesses; and the reason, where too little was judged. The verdict is not set.
void judge_operation(const OperationRun& run);

} // namespace ulna
