#include "plot/blending_map.h"

#include "operations/blending/arcs.h"
#include "operations/blending/blending.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ulna::plot {
namespace {

using namespace quaternions;
using std::numbers::pi;

constexpr size_t kPairsOfCell = 12; ///< for each lerp
constexpr size_t kCasesOfStep = 16;
constexpr size_t kPairsOfCase = 128;
constexpr int kOrders = 24; ///< of two: as near to an edge as floats are told apart

/// Somewhere in a cell; in those at an edge half the time by order of magnitude from that. From 0
/// to 1.
double within_cell(size_t cell, Random& random) {
  const bool first = cell == 0;
  const bool last = cell + 1 == kCells;
  if ((first || last) && random.one_in(2)) {
    const double off = random.towards_zero(kOrders) / kCells;
    return first ? off : 1 - off;
  }
  return (double(cell) + random.unit()) / kCells;
}

/// Between 0 and 1, where there is something to compute.
float lerp_near(double t) {
  return std::clamp(static_cast<float>(t), 0x1p-60f, 1 - 0x1p-24f);
}

Place any_place(Random& random) {
  return static_cast<Place>(random.below(kPlaces));
}

double norm_square(const ulna_vec4& q) {
  return dot(quat(q), quat(q));
}

/// The larger |norm^2 - 1| of the two, off by less than 1e-15.
double drift_of(const Pair& pair) {
  return std::max(std::fabs(norm_square(pair.from) - 1), std::fabs(norm_square(pair.to) - 1));
}

/// The step that a drift belongs to, or kDriftSteps where there is none for it.
size_t step_of(double drift) {
  for (size_t step = 0; step < kDriftSteps; ++step)
    if (drift >= drift_at(step) && drift < drift_at(step + 1)) return step;
  return kDriftSteps;
}

class Measurement {
public:
  Measurement(Judge& judge, const Operation& op, uint64_t seed, size_t lerps)
      : judge_(judge), op_(op), lerps_(lerps), random_(seed, 0x706c6f74) {
    report_.operation = &op;
    map_.port = judge.port().name;
    map_.bound = blending::kQuatBound;
    map_.cells.assign(kCells * kCells, 0);
    map_.drift.assign(kDriftSteps, 0);
  }

  BlendingMap run(const std::function<void(double)>& on_progress) {
    const double parts = double(kCells * lerps_ + kDriftSteps); // which take as long each
    const int deaths = judge_.deaths();
    const auto alive = [&] { return judge_.deaths() == deaths; };
    for (size_t row = 0; row < kCells && alive(); ++row) {
      on_progress(double(row * lerps_) / parts);
      measure_row(row);
    }
    for (size_t step = 0; step < kDriftSteps && alive(); ++step) {
      on_progress(double(kCells * lerps_ + step) / parts);
      measure_drift(step);
    }
    map_.findings = std::move(report_.findings);
    return std::move(map_);
  }

private:
  /// Has all pairs called and hands over the error of each in the quantity.
  template <class Use>
  void measure(std::span<const float> lerps, std::span<const std::vector<Pair>> pairs,
               size_t quantity, bool drifted, const Use& use) {
    std::vector<Case> cases;
    for (size_t i = 0; i < lerps.size(); ++i) cases.push_back(pairs_case(op_, lerps[i], pairs[i]));
    judge_.measure(cases, quantity, report_, errors_, drifted);
    for (size_t i = 0; i < cases.size(); ++i) {
      map_.elements += errors_[i].size(); // none of a call that did not return
      for (size_t joint = 0; joint < errors_[i].size(); ++joint) use(i, joint, errors_[i][joint]);
    }
  }

  void measure_row(size_t row) {
    std::vector<float> lerps(lerps_);
    std::vector<std::vector<Pair>> pairs(lerps_);
    std::vector<std::vector<size_t>> columns(lerps_);
    for (size_t i = 0; i < lerps_; ++i) {
      lerps[i] = lerp_near(within_cell(row, random_));
      // Kernels that take four at once have other code for what is left.
      const size_t count = kPairsOfCell * kCells + random_.below(4);
      for (size_t joint = 0; joint < count; ++joint) {
        const size_t column =
            joint < kPairsOfCell * kCells ? joint % kCells : random_.below(kCells);
        const double angle = pi * within_cell(column, random_);
        const Arc ends = arc(any_place(random_), angle, random_);
        columns[i].push_back(column);
        Pair& pair = pairs[i].emplace_back();
        pair.from = anywhere(ends.from, random_);
        pair.to = anywhere(ends.to, random_);
      }
    }
    measure(lerps, pairs, blending::kQ, false, [&](size_t i, size_t joint, double error) {
      double& largest = map_.cells[row * kCells + columns[i][joint]];
      largest = std::max(largest, error);
      if (!(error > map_.peak.fraction)) return;
      const Pair& pair = pairs[i][joint];
      map_.peak = {error, angle_between(quat(pair.from), quat(pair.to)), lerps[i]};
    });
  }

  /// Rounding moves what is small to other steps: each pair counts for where it lies.
  void measure_drift(size_t step) {
    std::vector<float> lerps(kCasesOfStep);
    std::vector<std::vector<Pair>> pairs(kCasesOfStep);
    for (size_t i = 0; i < kCasesOfStep; ++i) {
      lerps[i] = lerp_near(random_.unit());
      for (size_t joint = 0; joint < kPairsOfCase; ++joint) pairs[i].push_back(drifted(step));
    }
    for (const size_t quantity : {blending::kQ, blending::kDriftedQ})
      measure(lerps, pairs, quantity, true, [&](size_t i, size_t joint, double error) {
        const size_t at = step_of(drift_of(pairs[i][joint]));
        if (at < kDriftSteps) map_.drift[at] = std::max(map_.drift[at], error);
      });
  }

  Pair drifted(size_t step) {
    const double ratio = drift_at(step + 1) / drift_at(step);
    const double drift = drift_at(step) * std::pow(ratio, random_.unit());
    const Arc ends = arc(any_place(random_), random_angle(random_), random_);
    const double of_from = random_.sign() * drift;
    const double of_to = random_.sign() * drift * (random_.one_in(2) ? 1 : random_.unit());
    Pair pair{rounded(scaled(ends.from, std::sqrt(1 + of_from))),
              rounded(scaled(ends.to, std::sqrt(1 + of_to)))};
    if (random_.one_in(2)) std::swap(pair.from, pair.to);
    return pair;
  }

  Judge& judge_;
  const Operation& op_;
  const size_t lerps_; ///< of a row
  Random random_;
  OperationReport report_;
  BlendingMap map_;
  std::vector<std::vector<double>> errors_;
};

} // namespace

double drift_at(size_t step) {
  return kLeastDrift * std::pow(10, double(step) / double(kDriftsPerDecade));
}

BlendingMap measure_blending(Judge& judge, const Operation& op, uint64_t seed, size_t lerps,
                             const std::function<void(double part)>& on_progress) {
  return Measurement(judge, op, seed, lerps).run(on_progress);
}

} // namespace ulna::plot
