// Cases that keep to profiles: which of them concern an operation, and how a case becomes one of
// them.
#pragma once

#include "cases/case.h"

#include <optional>

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

/// A case within profiles; where there are none to enter, the one that is given.
class Within {
public:
  Within(Profiles profiles, const Case& given) : case_(&given) {
    if (profiles.empty()) return;
    enter(profiles, entered_.emplace(given));
    case_ = &*entered_;
  }
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;
  operator const Case&() const { return *case_; }

private:
  std::optional<Case> entered_;
  const Case* case_;
};

/// The same of some.
class AllWithin {
public:
  AllWithin(Profiles profiles, std::span<const Case* const> given)
      : all_(given.begin(), given.end()) {
    if (profiles.empty()) return;
    entered_.reserve(given.size());
    for (const Case*& c : all_) {
      enter(profiles, entered_.emplace_back(*c));
      c = &entered_.back();
    }
  }
  AllWithin(const AllWithin&) = delete;
  AllWithin& operator=(const AllWithin&) = delete;
  std::span<const Case* const> pointers() const { return all_; }

private:
  std::vector<Case> entered_;
  std::vector<const Case*> all_;
};

} // namespace ulna
