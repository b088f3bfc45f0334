#include "certify/possible.h"

#include "base/error.h"
#include "proofs/proved.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace ulna {
namespace {

constexpr double kBlendingBound = 0x1p-21;

/// Whether the bound is one that no evaluation of the sum exceeds, in any order, with FMA or
/// without.
bool is_of_every_evaluation(const Operation& op, size_t quantity) {
  return op.has_errors() &&
         std::ranges::find(op.bounds_of_methods, quantity) == op.bounds_of_methods.end();
}

} // namespace

std::optional<Possible> possible_error(const std::string& port_path,
                                       const Installation& installation, const Operation& op,
                                       size_t quantity) {
  namespace fs = std::filesystem;
  const fs::path path(port_path);
  if (path.parent_path() != fs::path(installation.ports_dir)) return {};
  for (const proofs::Proved& p : proofs::kProved)
    if (path.stem() == p.port && p.operation == std::string_view(op.name) &&
        p.quantity == std::string_view(op.quantities[quantity]))
      return Possible{p.error / kBlendingBound, "proved for this port (proofs/)"};
  if (!is_of_every_evaluation(op, quantity)) return {};
  return Possible{1, "the bound, a theorem on every order of evaluation (docs/bounds.md)"};
}

void check_possible(const std::string& port, const OperationReport& report) {
  for (size_t q = 0; q < report.operation->quantities.size(); ++q) {
    const auto& possible = report.possible[q];
    if (possible && report.tally.largest[q].fraction > possible->fraction)
      throw InternalError(
          fmt::format("{} of {}: an error of {:.6g} of the bound was found in {}, and {:.6g} is {}",
                      report.operation->name, port, report.tally.largest[q].fraction,
                      report.operation->quantities[q], possible->fraction, possible->source));
  }
}

} // namespace ulna
