#include "bench/accuracy.h"

#include "base/error.h"
#include "bench/poses.h"
#include "cases/objective.h"
#include "search/shrink.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ulna::bench {
namespace {

constexpr size_t kElements = 256; ///< of a case
constexpr size_t kBatch = 16;     ///< cases

/// Pairs at these angles, and a t for all of them.
template <class Angle>
Case arcs(const Operation& op, Random& random, Angle angle) {
  const auto t = static_cast<float>(random.unit());
  std::vector<quaternions::Pair> pairs(kElements);
  for (quaternions::Pair& pair : pairs) {
    const quaternions::Arc arc = quaternions::arc(quaternions::kAnywhere, angle(), random);
    pair = {quaternions::rounded(arc.from), quaternions::rounded(arc.to)};
  }
  return quaternions::pairs_case(op, t, pairs);
}

double small_angle(Random& random) {
  return std::fabs(random.scaled(-24, -4));
}

Case uniform_pairs(const Operation& op, size_t /*i*/, Random& random) {
  return uniform_objective_of(op).scatter(op, 0, random);
}

Case small_angles(const Operation& op, size_t /*i*/, Random& random) {
  return arcs(op, random, [&] { return small_angle(random); });
}

Case half_turns(const Operation& op, size_t /*i*/, Random& random) {
  return arcs(op, random, [&] {
    using std::numbers::pi;
    const double off = small_angle(random);
    if (random.one_in(2)) return pi - off;
    return pi / 2 + random.sign() * off;
  });
}

Case characters(const Operation& op, size_t /*i*/, Random& random) {
  return character_case(op, kElements, random);
}

Case hard_sums(const Operation& op, size_t i, Random& random) {
  const Objective& objective = objective_of(op);
  return objective.scatter(op, i % objective.kinds, random);
}

constexpr Family kBlends[] = {{"uniform pairs", uniform_pairs, nullptr, true},
                              {"small angles", small_angles, nullptr, true},
                              {"half turns", half_turns, nullptr, true}};
constexpr Family kSkins[] = {{"characters", characters}, {"hard sums", hard_sums}};
constexpr Family kUniform[] = {{"characters", characters},
                               {"hard sums", hard_sums},
                               {"lengths", characters, "length of a normal", true}};

size_t quantity_of(const Operation& op, const Family& family) {
  if (!family.quantity) return 0;
  const auto found = std::ranges::find(op.quantities, std::string_view(family.quantity));
  if (found == op.quantities.end())
    throw InternalError(fmt::format("{} has no quantity \"{}\"", op.name, family.quantity));
  return size_t(found - op.quantities.begin());
}

bool holds_nan(Judge& judge, Largest& largest, size_t quantity) {
  shrink_largest(judge, largest, quantity);
  Tally ignored;
  const Judgement judgement = judge.once(largest.witness, ignored);
  return std::ranges::any_of(judgement.mismatches, [](const Mismatch& m) {
    return std::isnan(std::bit_cast<float>(m.got));
  });
}

} // namespace

std::span<const Family> families_of(const Operation& op) {
  if (op.real) return kBlends;
  if (is_uniform(op) && !is_whole(op)) return kUniform;
  return kSkins;
}

Accuracy judge(const Library& library, size_t number, const Operation& op, const Family& family,
               uint64_t elements, const Installation& installation) {
  const size_t quantity = quantity_of(op, family);
  Judge judge(library.path, installation, 0);
  Random random(0, 0x61636375);
  OperationReport report;
  report.operation = &op;
  const Tally& tally = report.tally;
  std::vector<std::vector<double>> errors;
  for (size_t i = 0; tally.elements < elements && judge.deaths() == 0;) {
    std::vector<Case> cases;
    while (cases.size() < kBatch) cases.push_back(family.make(op, i++, random));
    judge.measure(cases, quantity, report, errors);
  }
  Largest& largest = report.tally.largest[quantity];
  Accuracy out{.operation = &op,
               .family = &family,
               .library = number,
               .elements = tally.elements,
               .error = largest.error,
               .fraction = largest.fraction,
               .ended = judge.deaths() > 0};
  for (const Finding& f : report.findings)
    if (f.kind != FindingKind::out_of_bound)
      out.findings.push_back(fmt::format("{}: {}", name(f.kind), f.detail));
  if (!std::isfinite(out.fraction) && largest.witness.operation)
    out.is_nan = holds_nan(judge, largest, quantity);
  return out;
}

} // namespace ulna::bench
