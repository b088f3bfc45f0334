// Whether a port that was refuted promises too much: under which profiles it would be certified.
#pragma once

#include "base/machine_lock.h"
#include "certify/plan.h"

namespace ulna {

struct ProfileTrial {
  std::string port; ///< path
  Installation installation;
  const Plan& plan; ///< for its seed, and whether it was stopped
  MachineLock& machine;

  /// As few profiles as will do, beside those that the report was judged by, for a quick run to
  /// certify the operation; none, where none do. Mostly that takes a few calls: all profiles
  /// together leave the finding as it is.
  Profiles enough_for(const OperationReport& report) const;

private:
  bool passes(const Operation& op, Profiles profiles) const;
};

} // namespace ulna
