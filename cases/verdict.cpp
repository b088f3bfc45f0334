#include "cases/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace ulna {
namespace {

/// Whether `b` is worse than `a`. NaN is worse than anything, so none gets lost in a merge.
bool worse(double b, double a) {
  return !std::isnan(a) && !(b <= a);
}

void keep_worse(double& a, double b) {
  if (worse(b, a)) a = b;
}

} // namespace

const char* name(FindingKind kind) {
  switch (kind) {
  case FindingKind::out_of_bound:
    return "out_of_bound";
  case FindingKind::wrong_return:
    return "wrong_return";
  case FindingKind::not_valid:
    return "not_valid";
  case FindingKind::wrong_copy:
    return "wrong_copy";
  case FindingKind::wrote_outside:
    return "wrote_outside";
  case FindingKind::read_outside:
    return "read_outside";
  case FindingKind::wrote_input:
    return "wrote_input";
  case FindingKind::changed_registers:
    return "changed_registers";
  case FindingKind::changed_stack:
    return "changed_stack";
  case FindingKind::changed_direction:
    return "changed_direction";
  case FindingKind::changed_x87:
    return "changed_x87";
  case FindingKind::changed_mxcsr:
    return "changed_mxcsr";
  case FindingKind::changed_control:
    return "changed_control";
  case FindingKind::crashed:
    return "crashed";
  case FindingKind::hung:
    return "hung";
  case FindingKind::exited:
    return "exited";
  case FindingKind::not_repeatable:
    return "not_repeatable";
  case FindingKind::not_reentrant:
    return "not_reentrant";
  case FindingKind::undeclared_feature:
    return "undeclared_feature";
  }
  return "unknown";
}

const char* meaning(FindingKind kind) {
  switch (kind) {
  case FindingKind::out_of_bound:
    return "an output is farther from the exact value than the bound, or is NaN";
  case FindingKind::wrong_return:
    return "the value returned is not the one that is owed";
  case FindingKind::not_valid:
    return "a conversion breaks a clause of docs/conversion.md";
  case FindingKind::wrong_copy:
    return "an output that owes a bit-exact copy is none";
  case FindingKind::wrote_outside:
    return "a byte was changed that is not the operation's to write";
  case FindingKind::read_outside:
    return "a byte beyond an array was read";
  case FindingKind::wrote_input:
    return "an array was written that this call must leave alone";
  case FindingKind::changed_registers:
    return "a callee-saved register came back changed";
  case FindingKind::changed_stack:
    return "the stack pointer came back changed";
  case FindingKind::changed_direction:
    return "the direction flag came back set";
  case FindingKind::changed_x87:
    return "the x87 control word or tags came back changed";
  case FindingKind::changed_mxcsr:
    return "the control bits of MXCSR came back changed";
  case FindingKind::changed_control:
    return "a control register of the processor came back changed";
  case FindingKind::crashed:
    return "the call was ended by a signal";
  case FindingKind::hung:
    return "the call did not return within the limit";
  case FindingKind::exited:
    return "the call ended the process";
  case FindingKind::not_repeatable:
    return "the same case twice gave different bits";
  case FindingKind::not_reentrant:
    return "two threads on disjoint data disturbed each other";
  case FindingKind::undeclared_feature:
    return "an instruction was executed that cpu_features does not cover";
  }
  return "an unknown kind of finding";
}

const char* name(Verdict verdict) {
  switch (verdict) {
  case Verdict::certified:
    return "certified";
  case Verdict::refuted:
    return "refuted";
  case Verdict::not_run:
    return "not run";
  }
  return "not run";
}

void Largest::merge(Largest&& other) {
  const uint64_t all_not_finite = not_finite + other.not_finite;
  const ErrorInBounds largest_finite =
      worse(other.finite.fraction, finite.fraction) ? other.finite : finite;
  // One that has seen nothing yet has no witness to defend, not even for an error of zero.
  const bool none = fraction == 0 && !witness.operation && path.empty();
  if (none || worse(other.fraction, fraction)) *this = std::move(other);
  not_finite = all_not_finite;
  finite = largest_finite;
}

std::string SourcePlace::text() const {
  if (file.empty()) return function;
  return fmt::format("{} ({}:{})", function, std::filesystem::path(file).filename().string(), line);
}

std::string describe(const Largest& largest) {
  if (largest.not_finite == 0)
    return fmt::format("{:.4g} of the bound, {:.4g} absolute", largest.fraction, largest.error);
  return fmt::format("{:.4g} of the bound, {:.4g} absolute, and {} words that are NaN or infinite",
                     largest.finite.fraction, largest.finite.error, largest.not_finite);
}

void Tally::merge(Tally&& other) {
  cases += other.cases;
  elements += other.elements;
  words += other.words;
  unjudged += other.unjudged;
  wide += other.wide;
  top += other.top;
  for (size_t i = 0; i < largest.size(); ++i) {
    largest[i].merge(std::move(other.largest[i]));
    for (size_t part = 0; part < errors[i].size(); ++part) errors[i][part] += other.errors[i][part];
  }
  quality.conversions += other.quality.conversions;
  quality.subsets += other.quality.subsets;
  quality.lower_bound += other.quality.lower_bound;
  quality.vertices_in += other.quality.vertices_in;
  quality.vertices_out += other.quality.vertices_out;
  quality.weight_lost += other.quality.weight_lost;
  keep_worse(quality.worst_weight_lost, other.quality.worst_weight_lost);
  for (size_t i = 0; i < kDrifts.size(); i++) {
    drift_words[i] += other.drift_words[i];
    keep_worse(drift_error[i], other.drift_error[i]);
  }
}

const char* name(Approximations::Use use) {
  switch (use) {
  case Approximations::Use::none:
    return "none";
  case Approximations::Use::used:
    return "used";
  case Approximations::Use::replaced:
    return "replaced";
  case Approximations::Use::unknown:
    return "unknown";
  case Approximations::Use::not_examined:
    break;
  }
  return "not examined";
}

std::string holds_for(const Approximations& a, bool adversarial, const std::string& fingerprint) {
  const std::string remark = a.why.empty() ? "" : fmt::format(" ({})", a.why);
  switch (a.use) {
  case Approximations::Use::none:
    return "no approximation instructions: holds on any CPU with its features" + remark;
  case Approximations::Use::used: {
    // The tables are those of rsqrtps and rcpps; the scalar and the VEX forms read the same ones.
    std::vector<std::string> others;
    for (const std::string& i : a.instructions)
      if (i != "rsqrtps" && i != "rcpps" && i != "rsqrtss" && i != "rcpss" && i != "vrsqrtps" &&
          i != "vrcpps" && i != "vrsqrtss" && i != "vrcpss")
        others.push_back(i);
    return fmt::format(
        "uses {}: holds for this machine's tables ({}{})", fmt::join(a.instructions, ", "),
        fingerprint.empty() ? "no fingerprint" : "fingerprint " + fingerprint,
        others.empty() ? "" : fmt::format(", which does not cover {}", fmt::join(others, ", ")));
  }
  case Approximations::Use::replaced:
    return adversarial ? "approximations chosen by an adversary: what is certified holds on any "
                         "conforming CPU" +
                             remark
                       : "built with ulna/approximations.h and judged with exactly rounded values: "
                         "says nothing about any CPU; use --approximations adversarial";
  case Approximations::Use::unknown:
    return "unknown whether approximation instructions run: " + a.why;
  case Approximations::Use::not_examined:
    break;
  }
  return "not examined for approximation instructions";
}

std::string identity(const PortReport& port) {
  return port.machine.empty() ? port.name : port.name + " " + port.machine;
}

std::string label(const PortReport& port) {
  const std::string known = identity(port);
  return port.told_by.empty() ? known : fmt::format("{} ({})", known, port.told_by);
}

void tell_apart(std::vector<PortReport>& ports) {
  std::map<std::string, std::set<std::string>> paths;
  std::map<std::string, std::multiset<std::string>> files; // one for each path
  const auto file_of = [](const std::string& path) {
    return std::filesystem::path(path).filename().string();
  };
  for (const PortReport& port : ports)
    if (paths[identity(port)].insert(port.path).second)
      files[identity(port)].insert(file_of(port.path));
  for (PortReport& port : ports) {
    const std::string known = identity(port), file = file_of(port.path);
    if (paths[known].size() > 1) port.told_by = files[known].count(file) > 1 ? port.path : file;
  }
}

bool is_adversarial(const PortReport& port) {
  return std::any_of(port.operations.begin(), port.operations.end(),
                     [](const OperationReport& r) { return r.adversaries > 0; });
}

std::string seeds_in_words(const RunReport& report) {
  return report.seeds > 1 ? fmt::format("{} to {}", report.seed, report.seed + report.seeds - 1)
                          : fmt::format("{}", report.seed);
}

std::string budget_in_words(const RunReport& report) {
  return report.shards > 1 ? fmt::format("{} in {} shards", report.budget, report.shards)
                           : report.budget;
}

std::string processors_in_words(const RunReport& report) {
  std::string all = report.machine.cpu;
  for (const Machine& machine : report.other_machines) all += ", " + machine.cpu;
  return all;
}

int exit_code(const RunReport& report) {
  bool refuted = false;
  bool all_run = !report.ports.empty();
  for (const PortReport& port : report.ports) {
    // A port of which nothing was run is no certified port.
    all_run = all_run && !port.operations.empty();
    for (const OperationReport& operation : port.operations) {
      refuted = refuted || operation.verdict == Verdict::refuted;
      all_run = all_run && operation.verdict != Verdict::not_run;
    }
  }
  return refuted ? 1 : all_run ? 0 : 3;
}

std::string percentage(const Executed& executed) {
  if (executed.instructions == 0) return "-";
  const double part = double(executed.ran) / double(executed.instructions);
  return fmt::format("{:.1f} %", std::floor(1000 * part) / 10);
}

} // namespace ulna
