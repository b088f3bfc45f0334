#include "bench/accuracy.h"

#include "base/error.h"
#include "search/shrink.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ulna::bench {
namespace {

constexpr size_t kBatch = 16; ///< cases

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
    if (op.has_errors()) {
      judge.measure(cases, quantity, report, errors);
    } else {
      judge.check(cases, report);
      if (!report.findings.empty()) break; // there is no largest to look for
    }
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
