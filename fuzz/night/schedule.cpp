#include "fuzz/night/schedule.h"

#include <algorithm>
#include <cmath>

namespace ulna::night {
namespace {

double positive(double x) {
  return std::isfinite(x) && x > 0 ? x : 0;
}

} // namespace

double yield_of(double features_before, double features_after, double error_doublings) {
  const double features =
      std::log2((1 + positive(features_after)) / (1 + positive(features_before)));
  return positive(features) + positive(error_doublings);
}

void learn(Turn& turn, double yield, double seconds) {
  const double rate = positive(seconds) > 0 ? positive(yield) / seconds : 0;
  turn.rate = turn.rate < 0 ? rate : 0.5 * (turn.rate + rate);
}

std::vector<double> shares(std::span<const Turn> turns) {
  double best = 0;
  for (const Turn& turn : turns) best = std::max(best, positive(turn.rate));
  std::vector<double> all;
  double sum = 0;
  for (const Turn& turn : turns) {
    all.push_back(best > 0 ? (turn.rate < 0 ? 1 : positive(turn.rate) / best) : 1);
    sum += all.back();
  }
  const double even = 1 / static_cast<double>(turns.size());
  for (double& share : all) share = kEvenShare * even + (1 - kEvenShare) * share / sum;
  return all;
}

size_t next(std::span<const Turn> turns, const std::vector<bool>& ready) {
  size_t best = turns.size();
  for (size_t i = 0; i < turns.size(); ++i)
    if (ready[i] && (best == turns.size() || turns[i].pass < turns[best].pass)) best = i;
  return best;
}

void charge(std::span<Turn> turns, size_t which, double seconds) {
  turns[which].pass += seconds / shares(turns)[which];
}

bool steps_first(double judged, double fuzzed, size_t waiting) {
  constexpr size_t kMost = 8;
  return judged <= fuzzed || waiting >= kMost;
}

double seconds_of_step(double night) {
  return std::clamp(night / 4, 60.0, 600.0);
}

double seconds_of_judging(double night) {
  return std::clamp(night / 4, 60.0, 300.0);
}

double seconds_of_cutting(double night) {
  return std::clamp(night / 10, 10.0, 300.0);
}

} // namespace ulna::night
