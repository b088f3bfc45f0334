// What changed from one certificate to another.
#pragma once

#include "cases/verdict.h"

#include <string>
#include <vector>

namespace ulna {

struct Difference {
  std::string port;      ///< its label
  std::string operation; ///< empty: of the port, or of the run
  std::string what;      ///< "verdict", "largest error of q", "ran"
  std::string before, after;
  /// Whether less is certified than before: a verdict, the profiles that it holds under, or an
  /// operation that is not judged any more. What is only larger or less is no worse.
  bool worse = false;
};

/// What counts as a difference.
enum class Alike {
  nearly, ///< errors within a thousandth of each other are alike: those of two seeds seldom are
  exactly ///< no: a run that is repeated gives the same numbers, and judges as much
};

/// The same port in two reports; null where only one of them has it.
struct PortPair {
  const PortReport *before, *after;
};

/// In the order of the older report; what only the newer one has comes last. Ports are the same
/// where their identities are, in order where several are called so.
std::vector<PortPair> paired_ports(const RunReport& before, const RunReport& after);

/// In the order of the older report; what only the newer one has comes last. Ports are paired
/// as above.
std::vector<Difference> differences_between(const RunReport& before, const RunReport& after,
                                            Alike alike = Alike::nearly);

/// A line for each, and one that sums them up. What strangers wrote is shown as printable ASCII.
std::string differences_text(const std::vector<Difference>& differences);

} // namespace ulna
