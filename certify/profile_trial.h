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

  /// As few profiles as will do, beside those that the report was judged by, for its witnesses to
  /// pass, as they become within them, and a quick run to certify the operation. None, where none
  /// do, or where a quick run without them would find nothing, too: then it says nothing. Mostly
  /// that takes a few calls: all profiles together leave a witness as it is.
  Profiles enough_for(const OperationReport& report) const;

private:
  /// Whether `judging` says so of a judge under the profiles, undisturbed.
  template <class Judging>
  bool is_clean(Profiles profiles, const Judging& judging) const;
  bool hold_under(Profiles profiles, const OperationReport& report) const;
  bool is_quick_clean(const Operation& op, Profiles profiles) const;
};

} // namespace ulna
