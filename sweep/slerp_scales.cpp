#include "sweep/slerp_scales.h"

#include "base/error.h"
#include "base/exceeds.h"
#include "cases/operation.h"
#include "operations/list.h"
#include "report/machine.h"
#include "sweep/found_error.h"
#include "sweep/parallel.h"
#include "sweep/scale_tally.h"
#include "sweep/slerp_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <memory>
#include <thread>

namespace ulna::sweep {
namespace {

struct Interrupted {};

using Probes = std::vector<std::unique_ptr<SlerpProbe>>;

uint32_t bits(float value) {
  return std::bit_cast<uint32_t>(value);
}

/// So many floats from `low` to `high`, 0 <= low < high, evenly by their bits, and moved about.
void add_some(std::vector<float>& cosines, float low, float high, uint64_t count, float sign,
              Random& random) {
  const uint64_t range = bits(high) - bits(low);
  const uint64_t step = std::max<uint64_t>(1, range / std::max<uint64_t>(count, 1));
  for (uint64_t i = 0; i < range && count > 0; i += step, --count) {
    const auto offset = static_cast<uint32_t>(i + random.below(std::min(step, range - i)));
    cosines.push_back(sign * std::bit_cast<float>(bits(low) + offset));
  }
}

/// Cosines for the t that are only sampled: of all sizes, more of them near 1, and all above.
std::vector<float> some_cosines(uint64_t count, uint64_t seed) {
  Random random(seed, 1);
  std::vector<float> cosines{0, 1};
  while (cosines.size() < count) {
    const uint64_t kind = random.below(4);
    const double c = kind < 2    ? random.unit()
                     : kind == 2 ? 1 - random.towards_zero(24)
                                 : random.towards_zero(30);
    cosines.push_back(static_cast<float>(c));
  }
  for (float c = 1; c <= kLargestCosine; c = std::nextafter(c, 2.0f)) cosines.push_back(c);
  std::sort(cosines.begin(), cosines.end());
  for (size_t i = 1; i < cosines.size(); i += 2) cosines[i] = -cosines[i];
  return cosines;
}

std::vector<float> some_ts(size_t count, uint64_t seed) {
  Random random(seed, 2);
  std::vector<float> ts;
  while (ts.size() < count) {
    const uint64_t kind = random.below(4);
    const double t = kind < 2    ? random.unit()
                     : kind == 2 ? random.towards_zero(20)
                                 : 1 - random.towards_zero(20);
    if (float(t) > 0 && float(t) < 1) ts.push_back(float(t));
  }
  return ts;
}

class Sweeper {
public:
  Sweeper(const SlerpPlan& plan, const Installation& installation) : plan_(plan) {
    const unsigned threads =
        plan.threads ? plan.threads : std::max(1U, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < threads; ++i)
      probes_.push_back(std::make_unique<SlerpProbe>(plan.port, installation.worker));
    Random random(plan.seed, 3);
    for (const float sign : {1.0f, -1.0f})
      add_some(extra_, 0, plan.from, plan.sampled_below / 2, sign, random);
    result_.sampled_below = extra_.size();
    of_a_sign_ = bits(plan.to) - bits(plan.from) + 1;
    result_.cosines = 2 * of_a_sign_;
    chunks_ = (of_a_sign_ + kProbeBatch - 1) / kProbeBatch;
    steps_ = 2 * double(chunks_) * double(plan.ts.size() + (plan.sampled_ts > 0));
  }

  SlerpScales run() {
    result_.port = probes_.front()->port().name;
    result_.from = plan_.from;
    result_.to = plan_.to;
    result_.threads = static_cast<unsigned>(probes_.size());
    const auto start = std::chrono::steady_clock::now();
    try {
      result_.failure = why_not_run();
      if (result_.failure.empty()) {
        sweep();
      } else {
        result_.verdict = SlerpScales::Verdict::not_run;
      }
    } catch (const Interrupted&) {
      result_.verdict = SlerpScales::Verdict::not_run;
      result_.failure = fmt::format("interrupted after {:.0f} % of the sweep",
                                    100 * std::min(1.0, double(done_) / steps_));
      result_.lerps.clear();
    } catch (const PortFailed& e) {
      result_.verdict = SlerpScales::Verdict::failed;
      result_.failure = e.what();
    }
    result_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(result_);
  }

private:
  std::string why_not_run() const {
    const PortInfo& port = probes_.front()->port();
    if (!port.implements(slerp_joints())) return "the port does not implement it";
    const std::vector<std::string> missing = missing_features(port);
    if (!missing.empty()) return fmt::format("this CPU lacks {}", fmt::join(missing, ", "));
    const Profiles under = port.profiles & profiles_of(slerp_joints());
    return under.empty()
               ? ""
               : fmt::format("it promises to be right under {} alone, and a sweep calls it "
                             "beyond that; use ulna certify",
                             names(under));
  }

  void sweep() {
    const std::vector<float> others = some_ts(plan_.sampled_ts, plan_.seed);
    std::vector<float> ts = plan_.ts;
    ts.insert(ts.end(), others.begin(),
              others.begin() + std::min<ptrdiff_t>(16, std::ssize(others)));
    if (!compare(ts)) return give_up();
    ts = plan_.ts;
    if (!others.empty()) {
      const bool exact = result_.likeness.exact();
      ts.push_back(sample(others));
      if (!compare({&ts.back(), 1})) return give_up();
      if (exact && !result_.likeness.exact()) result_.sampled_possible += kUnit;
    }
    for (size_t i = 0; i < ts.size(); ++i) {
      ScaleTally tally = sweep_one(ts[i]);
      result_.likeness.inconsistent += tally.inconsistent();
      if (!result_.likeness.alike()) return give_up();
      result_.lerps.push_back(tally.result());
      result_.lerps.back().from_sample = i >= plan_.ts.size();
      result_.lerps.back().found = find(ts[i], tally);
      if (exceeds(result_.lerps.back().found.error, result_.lerps.back().possible))
        result_.verdict = SlerpScales::Verdict::contradicted;
    }
  }

  /// Whether unit quaternions are treated as the probes are, at these t and all before.
  bool compare(std::span<const float> ts) {
    say("unit quaternions");
    constexpr size_t kPairs = 900;
    result_.likeness.add(compare_with_probes(*probes_.front(), ts, kPairs, plan_.seed));
    result_.likeness.found = decided(result_.likeness.found);
    return result_.likeness.alike();
  }

  void give_up() {
    result_.verdict = SlerpScales::Verdict::needs_unit_quaternions;
    result_.lerps.clear();
  }

  /// Tries other t, and returns the worst.
  float sample(const std::vector<float>& ts) {
    const std::vector<float> cosines = some_cosines(plan_.sampled_ts_cosines, plan_.seed);
    std::vector<ScaleTally> tallies;
    for (const float t : ts) tallies.emplace_back(t, result_.likeness.exact());
    in_parallel(probes_.size(), ts.size(), [&](size_t thread, size_t i) {
      say("other t");
      add(*probes_[thread], tallies[i], ts[i], cosines);
    });
    result_.sampled_ts = ts.size();
    result_.sampled_ts_cosines = cosines.size();
    for (size_t i = 0; i < ts.size(); ++i) {
      if (!(tallies[i].possible() > result_.sampled_possible)) continue;
      result_.sampled_possible = tallies[i].possible();
      result_.sampled_worst_t = ts[i];
    }
    return result_.sampled_worst_t;
  }

  static void add(SlerpProbe& probe, ScaleTally& tally, float t, std::span<const float> cosines) {
    probe.scales(t, cosines, [&](size_t first, std::span<const ulna_joint_quat> results) {
      tally.add(cosines.subspan(first, results.size()), results);
    });
  }

  ScaleTally sweep_one(float t) {
    std::vector<ScaleTally> tallies(probes_.size(), ScaleTally(t, result_.likeness.exact()));
    const uint32_t first = bits(plan_.from);
    in_parallel(probes_.size(), 2 * chunks_ + 1, [&](size_t thread, size_t i) {
      if (i == 2 * chunks_) return add(*probes_[thread], tallies[thread], t, extra_);
      const uint64_t begin = i / 2 * kProbeBatch;
      const float sign = i % 2 == 0 ? 1.0f : -1.0f;
      std::vector<float> cosines(std::min<uint64_t>(kProbeBatch, of_a_sign_ - begin));
      for (size_t k = 0; k < cosines.size(); ++k)
        cosines[k] = sign * std::bit_cast<float>(static_cast<uint32_t>(first + begin + k));
      add(*probes_[thread], tallies[thread], t, cosines);
      done_ += 1;
      say(fmt::format("t = {}", t));
    });
    for (size_t i = 1; i < tallies.size(); ++i) tallies.front().add(tallies[i]);
    return std::move(tallies.front());
  }

  FoundError find(float t, const ScaleTally& tally) {
    const std::vector<WorstCosine> worst = tally.worst_cosines();
    constexpr uint64_t kAtOnce = 1 << 14;
    std::vector<FoundError> found((plan_.pairs + kAtOnce - 1) / kAtOnce);
    in_parallel(probes_.size(), found.size(), [&](size_t thread, size_t i) {
      say("pairs of unit quaternions");
      found[i] = find_error(*probes_[thread], t, worst, double(plan_.from), double(plan_.to),
                            std::min(kAtOnce, plan_.pairs - i * kAtOnce), plan_.seed + i);
    });
    FoundError largest;
    for (const FoundError& f : found) largest.add(f);
    return decided(largest);
  }

  /// Between any two calls of the port; hence what ends an interrupted sweep as well.
  void say(const std::string& what) const {
    if (plan_.stop && *plan_.stop) throw Interrupted();
    if (plan_.on_progress) plan_.on_progress(double(done_) / steps_, what);
  }

  const SlerpPlan& plan_;
  Probes probes_;
  std::vector<float> extra_; ///< cosines besides those that are swept
  uint64_t of_a_sign_ = 0;   ///< cosines that are swept
  uint64_t chunks_ = 0;      ///< of those
  double steps_ = 1;
  std::atomic<uint64_t> done_{0};
  SlerpScales result_;
};

void check(const SlerpPlan& plan) {
  if (plan.ts.empty()) throw BadInput("--t: name at least one t between 0 and 1");
  for (const float t : plan.ts)
    if (!(t > 0 && t < 1))
      throw BadInput(fmt::format("--t: {} is not between 0 and 1, where scales are computed; name "
                                 "one that is",
                                 t));
  if (!(plan.from >= 0 && plan.from <= plan.to && plan.to <= kLargestCosine))
    throw BadInput(fmt::format("cosines from {} to {}: must be in order, and from 0 to {}",
                               plan.from, plan.to, kLargestCosine));
}

} // namespace

double SlerpScales::possible() const {
  double largest = 0;
  for (const SweptLerp& lerp : lerps) largest = std::max(largest, lerp.possible);
  return largest;
}

double SlerpScales::possible_if_no_t_is_worse() const {
  return std::max(possible(), sampled_possible);
}

const FoundError& SlerpScales::found() const {
  const FoundError* largest = &likeness.found;
  for (const SweptLerp& lerp : lerps)
    if (lerp.found.error > largest->error) largest = &lerp.found;
  return *largest;
}

SlerpScales sweep_slerp_scales(const SlerpPlan& plan, const Installation& installation) {
  check(plan);
  return Sweeper(plan, installation).run();
}

} // namespace ulna::sweep
