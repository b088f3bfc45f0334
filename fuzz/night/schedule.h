// Which target runs next: more time for those that find more, and never none for any.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ulna::night {

/// What a slice of time has brought, in doublings: of coverage, and of each largest error.
/// Doublings compare between targets of any size; counts do not.
double yield_of(double features_before, double features_after, double error_doublings);

/// The share of the time that goes to all alike, whatever they find.
inline constexpr double kEvenShare = 0.5;

struct Turn {
  double rate = -1; ///< yield for each second, smoothed; negative: not known yet
  double pass = 0;  ///< time had, divided by the share: the smallest is next
};

/// Smooths in what a slice brought. Anything that is no positive finite number counts as nothing.
void learn(Turn& turn, double yield, double seconds);

/// The share of each, adding up to 1, and each at least kEvenShare / turns.size(). A rate that is
/// not known counts as the best one.
std::vector<double> shares(std::span<const Turn> turns);

/// The ready one that is next: the smallest pass, the first of equal ones; turns.size() if none is
/// ready. While its rate keeps others ahead, a target waits at most about
/// slice * turns.size() / kEvenShare seconds for its turn.
size_t next(std::span<const Turn> turns, const std::vector<bool>& ready);

/// Charges a target for so many seconds.
void charge(std::span<Turn> turns, size_t which, double seconds);

// --- The steps that judge what was found, beside the slices that find it.

/// Whether a step comes before a slice, after so many seconds of steps and of slices, while so many
/// steps wait: judging again what a slow port does must not take the whole night, and inputs must
/// not pile up either.
bool steps_first(double judged, double fuzzed, size_t waiting);

/// Seconds that a step may take in a night of so many.
double seconds_of_step(double night);

/// Seconds that the steps may take which are left when the night is over: those of findings, and
/// then those of largest errors.
double seconds_of_judging(double night);
double seconds_of_cutting(double night);

} // namespace ulna::night
