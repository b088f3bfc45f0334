// A port's slerp_joints, called for many pairs of quaternions.
#pragma once

#include "calls/session.h"
#include "ulna/port.h"

#include <span>
#include <stdexcept>
#include <string>

namespace ulna::sweep {

/// A call did not come back, or broke what it owes besides values: what happened, for people.
struct PortFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Pairs that one exchange with the worker holds.
inline constexpr size_t kProbeBlock = 2046; // of a call: with tails of two for ports that take four
inline constexpr size_t kProbeBatch = arena::kSmallSlots * kProbeBlock;

class SlerpProbe {
public:
  /// Throws as Session does. The port has to have slerp_joints before anything is called.
  SlerpProbe(const std::string& port_path, const Workers& workers);

  const PortInfo& port() const { return session_.port(); }

  /// What the port makes of joints in a call: valid in the callback only.
  using OnResults = std::function<void(size_t first, std::span<const ulna_joint_quat> results)>;

  /// Calls it for q0 = (1, 0, 1, 0) and q1 = (c, 1, 0, 0), for all cosines, in order. Results come
  /// in pieces of kProbeBlock. Throws PortFailed.
  void scales(float t, std::span<const float> cosines, const OnResults& on_results);

  struct Pair {
    ulna_vec4 from, to;
  };
  /// Calls it for any pairs, in calls of `per_call` joints, at most kProbeBlock. Throws PortFailed.
  std::vector<ulna_vec4> blend(float t, std::span<const Pair> pairs, size_t per_call);

private:
  void run(float t, std::span<const Case* const> cases, const OnResults& on_results);

  Session session_;
  std::vector<Case> cases_; ///< for scales(): all but the cosines stays as it is
};

} // namespace ulna::sweep
