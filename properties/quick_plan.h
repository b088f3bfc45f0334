// The plan of a run that takes a moment. Not in support.h: with the plan come certify's own names,
// which tests of the reference have for themselves.
#pragma once

#include "certify/arguments.h"
#include "certify/certify.h"

namespace ulna {

/// One operation of one port, in the quick budget.
inline Plan quick_plan(const std::string& port, const Operation& op) {
  Plan plan;
  plan.ports = {port};
  plan.operations = {&op};
  plan.budget = parse_budget("quick");
  plan.seed = 1;
  return plan;
}

} // namespace ulna
