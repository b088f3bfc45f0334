#include "certify/possible.h"

#include "certify/contracts/blending.h"
#include "certify/error.h"

#include <fmt/format.h>

#include <filesystem>

namespace ulna {
namespace {

/// What is proved of single ports, as an error. proofs/prove.py proves no less than what stands
/// here, and fails where it reads something else.
struct Proved {
  const char* port;
  const char* operation;
  const char* quantity;
  double error;
};
constexpr Proved kProved[] = {
    {"sse", "slerp_joints", "q", 0x1.67p-22},    {"sse3", "slerp_joints", "q", 0x1.67p-22},
    {"asm", "slerp_joints", "q", 0x1.67p-22},    {"avx2", "slerp_joints", "q", 0x1.38p-22},
    {"avx512", "slerp_joints", "q", 0x1.38p-22}, {"scalar", "slerp_joints", "q", 0x1.01p-22},
    {"scalar", "lerp_joints", "q", 0x1.6ep-22},  {"sse", "lerp_joints", "q", 0x1.6ep-22},
    {"sse3", "lerp_joints", "q", 0x1.6ep-22},    {"asm", "lerp_joints", "q", 0x1.6ep-22},
    {"avx2", "lerp_joints", "q", 0x1.58p-22},    {"avx512", "lerp_joints", "q", 0x1.58p-22},
};
constexpr double kBlendingBound = 0x1p-21;

/// Whether the bound is one that no evaluation of the sum exceeds, in any order, with FMA or
/// without. The quaternions of slerp and lerp are no such sums.
bool is_of_every_evaluation(const Operation& op, size_t quantity) {
  const std::string_view name = op.name;
  const bool is_quat = quantity == blending::kQ || quantity == blending::kDriftedQ;
  return op.has_errors() && !((name == "slerp_joints" || name == "lerp_joints") && is_quat);
}

} // namespace

std::optional<Possible> possible_error(const std::string& port_path,
                                       const Installation& installation, const Operation& op,
                                       size_t quantity) {
  namespace fs = std::filesystem;
  const fs::path path(port_path);
  if (path.parent_path() != fs::path(installation.ports_dir)) return {};
  for (const Proved& p : kProved)
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
