// Cases that keep to profiles: which of them concern an operation, and how a case becomes one of
// them.
#pragma once

#include "cases/case.h"

namespace ulna {

/// Those that say something about the operation: about others they say nothing.
Profiles profiles_of(const Operation& op);

/// Changes a valid case as little as it takes to be one of those profiles of its operation, which
/// then it is (Case::profiles). A case that is one already keeps every bit. Elements stay where
/// they are, and more may come behind them; but vertices without influences go where weights have
/// to add up.
void enter(Profiles profiles, Case& c);

/// Whether enter() would change nothing but Case::profiles.
bool is_within(Profiles profiles, const Case& c);

} // namespace ulna
