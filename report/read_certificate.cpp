#include "report/read_certificate.h"

#include "base/error.h"
#include "base/json_member.h"
#include "base/text.h"
#include "shards/shard.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace ulna {
namespace {

constexpr std::string_view kSchema = "urn:ulna:certificate:1";
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string read_hash(const JsonMember& member, size_t digits = 64) {
  std::string text = member.text();
  if (text.size() != digits || text.find_first_not_of("0123456789abcdef") != text.npos)
    member.refuse(fmt::format("must be {} hexadecimal digits", digits));
  return text;
}

uint64_t read_seed(const JsonMember& member) {
  const std::string text = member.text();
  uint64_t seed{};
  const auto r = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (r.ec != std::errc{} || text != fmt::format("{}", seed))
    member.refuse("must be a string of a whole number below 2^64");
  return seed;
}

/// A time as 2024-05-06T07:08:09Z, with or without a fraction of a second.
std::string read_time(const JsonMember& member) {
  std::string text = member.text();
  constexpr std::string_view kForm = "0000-00-00T00:00:00";
  bool ok = text.size() > kForm.size() && text.back() == 'Z';
  for (size_t i = 0; ok && i + 1 < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    ok = i < kForm.size()    ? (kForm[i] == '0' ? digit : text[i] == kForm[i])
         : i == kForm.size() ? text[i] == '.' && text.size() > kForm.size() + 2
                             : digit;
  }
  if (!ok) member.refuse("must be a time such as 2024-05-06T07:08:09Z");
  return text;
}

template <class Kind>
Kind read_name(const JsonMember& member, int count) {
  const std::string text = member.text();
  for (int i = 0; i < count; ++i)
    if (text == name(static_cast<Kind>(i))) return static_cast<Kind>(i);
  member.refuse(fmt::format("says '{}', which is no word for it", printable(text, 40)));
}

double read_error(const JsonMember& member, double if_null) {
  return member.is_null() ? if_null : member.number();
}

/// The three numbers of an error, out of an object.
void take_error(const JsonMember& from, ErrorInBounds& error) {
  error.fraction = read_error(from["fraction"], kInfinity);
  error.error = read_error(from["error"], kNaN);
  error.bound = read_error(from["bound"], kNaN);
}

void read_not_finite(const JsonMember& from, Largest& largest) {
  if (from.has("not_finite") != from.has("largest_finite"))
    from.refuse("must have both not_finite and largest_finite, or neither");
  if (!from.has("not_finite")) return;
  largest.not_finite = from["not_finite"].count();
  if (largest.not_finite == 0) from["not_finite"].refuse("must not be 0");
  if (!from["fraction"].is_null())
    from["fraction"].refuse("must be null where errors are not finite");
  from["largest_finite"].has_only({"fraction", "error", "bound"});
  take_error(from["largest_finite"], largest.finite);
}

Possible read_possible(const JsonMember& from, const Largest& found) {
  from.has_only({"fraction", "gap", "source"});
  Possible possible{from["fraction"].number(), from["source"].text()};
  if (!(possible.fraction >= found.fraction))
    from["fraction"].refuse("is less than what was found");
  const JsonMember gap = from["gap"];
  const bool any = found.fraction > 0;
  if (gap.is_null() == any || (any && gap.number() != possible.fraction / found.fraction))
    gap.refuse("is not what is possible, divided by what was found");
  return possible;
}

NamedWord read_word(const JsonMember& from) {
  from.has_only({"name", "got", "exact"});
  return {from["name"].text(), from["got"].text(), from["exact"].text()};
}

void read_distribution(const JsonMember& all, Distribution& out) {
  if (all.size() != out.size()) all.refuse(fmt::format("must have {} numbers", out.size()));
  for (size_t i = 0; i < out.size(); ++i) out[i] = all[i].count();
  if (!is_counted(out)) all.refuse("must not be all 0");
}

void read_largest(const JsonMember& all, OperationReport& out) {
  const auto& quantities = out.operation->quantities;
  if (all.size() != (out.tally.words > 0 ? quantities.size() : 0))
    all.refuse(fmt::format("must have an entry for each of {} where words were judged, else none",
                           fmt::join(quantities, ", ")));
  for (size_t i = 0; i < all.size(); ++i) {
    const JsonMember from = all[i];
    // Those of an older ulna do not say what is possible, what is finite, nor how errors spread.
    from.has_only(
        {"quantity", "fraction", "error", "bound", "witness"},
        {"possible", "adversary", "not_finite", "largest_finite", "word", "distribution"});
    if (from["quantity"].text() != quantities[i])
      from["quantity"].refuse(fmt::format("must be {}", quantities[i]));
    Largest& largest = out.tally.largest[i];
    take_error(from, largest);
    read_not_finite(from, largest);
    largest.path = from["witness"].text();
    if (from.has("possible") && !from["possible"].is_null())
      out.possible[i] = read_possible(from["possible"], largest);
    if (from.has("adversary")) largest.adversary = read_seed(from["adversary"]);
    if (from.has("word")) out.largest_words[i] = read_word(from["word"]);
    if (from.has("distribution")) read_distribution(from["distribution"], out.tally.errors[i]);
  }
}

void read_drift(const JsonMember& all, OperationReport& out) {
  if (all.size() != (out.operation->measures_drift ? kDrifts.size() : 0))
    all.refuse(
        fmt::format("must have {} steps for an operation that blends, else none", kDrifts.size()));
  for (size_t i = 0; i < all.size(); ++i) {
    const JsonMember from = all[i];
    from.has_only({"norm", "words", "error"});
    if (from["norm"].number() != kDrifts[i])
      from["norm"].refuse(fmt::format("must be {}", kDrifts[i]));
    out.tally.drift_words[i] = from["words"].count();
    const bool measured = out.tally.drift_words[i] > 0;
    if (!measured && !from["error"].is_null()) from["error"].refuse("must be null without words");
    out.tally.drift_error[i] = read_error(from["error"], measured ? kInfinity : 0);
  }
}

Quality read_quality(const JsonMember& from) {
  from.has_only({"conversions", "subsets", "lower_bound", "vertices_in", "vertices_out",
                 "weight_lost", "worst_weight_lost"});
  Quality q;
  q.conversions = from["conversions"].count();
  if (q.conversions == 0) from["conversions"].refuse("must not be 0");
  q.subsets = from["subsets"].count();
  q.lower_bound = from["lower_bound"].count();
  q.vertices_in = from["vertices_in"].count();
  q.vertices_out = from["vertices_out"].count();
  q.weight_lost = from["weight_lost"].number();
  q.worst_weight_lost = from["worst_weight_lost"].number();
  return q;
}

SourcePlace read_place(const JsonMember& from) {
  from.has_only({"function"}, {"file", "line", "code", "at_fault"});
  const auto has_both = [&](const char* one, const char* other) {
    if (from.has(one) != from.has(other))
      from.refuse(fmt::format("must have {} and {}, or neither", one, other));
    return from.has(one);
  };
  SourcePlace place;
  place.function = from["function"].text();
  if (place.function.empty()) from["function"].refuse("must not be empty");
  if (has_both("file", "line")) {
    place.file = from["file"].text();
    place.line = from["line"].count();
    if (place.file.empty()) from["file"].refuse("must not be empty");
    if (place.line == 0) from["line"].refuse("must not be 0");
  }
  if (has_both("code", "at_fault")) {
    place.code = from["code"].texts();
    place.at_fault = from["at_fault"].count();
    if (place.at_fault >= place.code.size()) from["at_fault"].refuse("is none of the lines");
  }
  return place;
}

void read_required(const JsonMember& from, RunReport& report) {
  from.has_only({}, {"full", "executed"});
  report.requires_full = from.has("full");
  if (report.requires_full && !from["full"].yes()) from["full"].refuse("must be true, or left out");
  if (from.has("executed")) {
    report.requires_executed = from["executed"].number();
    constexpr double kAll = 100;
    if (report.requires_executed == 0 || report.requires_executed > kAll)
      from["executed"].refuse("is no percentage above 0");
  }
}

std::string read_commit(const JsonMember& from) {
  std::string commit = from.text();
  constexpr size_t kDigits = 40;
  const size_t digits = std::min(commit.find_first_not_of("0123456789abcdef"), commit.size());
  const std::string behind = commit.substr(digits);
  if (digits != kDigits || !(behind.empty() || behind == "+"))
    from.refuse("must be 40 hexadecimal digits, and may have + behind them");
  return commit;
}

void read_findings(const JsonMember& all, OperationReport& out) {
  for (size_t i = 0; i < all.size(); ++i) {
    const JsonMember from = all[i];
    from.has_only({"kind", "detail", "witness", "repeats"}, {"adversary", "before", "place"});
    Finding& finding = out.findings.emplace_back();
    finding.kind = read_finding_kind(from["kind"]);
    finding.detail = from["detail"].text();
    finding.path = from["witness"].text();
    finding.repeats = from["repeats"].yes();
    if (from.has("before")) {
      finding.before_paths = from["before"].texts();
      if (finding.before_paths.empty()) from["before"].refuse("must not be empty");
    }
    if (from.has("adversary")) finding.adversary = read_seed(from["adversary"]);
    if (from.has("place")) finding.place = read_place(from["place"]);
  }
}

} // namespace

FindingKind read_finding_kind(const JsonMember& from) {
  return read_name<FindingKind>(from, kNumFindingKinds);
}

namespace {

uint64_t read_address(const JsonMember& member) {
  const std::string text = member.text();
  uint64_t address{};
  const char* const last = text.data() + text.size();
  const auto r = std::from_chars(text.data() + std::min<size_t>(2, text.size()), last, address, 16);
  if (!text.starts_with("0x") || r.ec != std::errc{} || r.ptr != last)
    member.refuse("must be an address such as 0x11f0");
  return address;
}

std::set<uint32_t> read_processors(const JsonMember& from) {
  std::set<uint32_t> numbers;
  for (size_t i = 0; i < from.size(); ++i) {
    const uint64_t number = from[i].count();
    if (number == 0 || number > kMostProcessors)
      from[i].refuse(fmt::format("is not from 1 to {}", kMostProcessors));
    if (!numbers.insert(static_cast<uint32_t>(number)).second) from[i].refuse("is there twice");
  }
  if (numbers.empty()) from.refuse("must not be empty");
  return numbers;
}

} // namespace

Executed read_executed(const JsonMember& from) {
  from.has_only({"instructions", "ran", "never_ran", "why"});
  Executed executed;
  executed.instructions = from["instructions"].count();
  executed.ran = from["ran"].count();
  executed.why = from["why"].text();
  uint64_t left = executed.instructions;
  const JsonMember ranges = from["never_ran"];
  for (size_t i = 0; i < ranges.size(); ++i) {
    const JsonMember range = ranges[i];
    range.has_only({"address", "instructions", "place"});
    executed.never_ran.push_back(
        {read_address(range["address"]), range["instructions"].count(), range["place"].text()});
    left -= std::min(left, executed.never_ran.back().instructions);
  }
  if (executed.ran != left) from["ran"].refuse("is not what never_ran leaves");
  return executed;
}

namespace {

const Operation& read_operation_name(const JsonMember& member) {
  const std::string text = member.text();
  const Operation* op = find_operation(text);
  if (!op)
    member.refuse(
        fmt::format("says '{}', an operation that this ulna does not have", printable(text, 60)));
  return *op;
}

void check_verdict(const JsonMember& from, const OperationReport& report) {
  const JsonMember verdict = from["verdict"];
  const bool not_run = report.verdict == Verdict::not_run;
  if (not_run != from.has("reason"))
    verdict.refuse(not_run ? "needs a reason" : "goes with no reason");
  if (report.verdict == Verdict::refuted && report.findings.empty())
    verdict.refuse("needs a finding");
  if (report.verdict == Verdict::certified && (!report.findings.empty() || report.tally.cases == 0))
    verdict.refuse("needs cases, and no finding");
  // Where no rung decides, an error as large as the bound is within it.
  constexpr double kMost = 1 + 1e-6;
  for (const Largest& largest : report.tally.largest)
    if (report.verdict == Verdict::certified && !(largest.fraction <= kMost))
      verdict.refuse("needs errors within the bound");
}

Profiles read_profiles(const JsonMember& from, const char* operation,
                       std::vector<std::string>& remarks) {
  Profiles all;
  for (size_t i = 0; i < from.size(); ++i) {
    const JsonMember each = from[i];
    each.has_only({"name", "version"});
    const std::string text = each["name"].text();
    const auto known =
        std::ranges::find_if(kAllProfiles, [&](Profile p) { return text == contract_of(p).name; });
    if (known == kAllProfiles.end())
      each["name"].refuse(
          fmt::format("says '{}', a profile that this ulna does not have", printable(text, 60)));
    const uint64_t version = each["version"].count();
    const int ours = contract_of(*known).version;
    if (version != static_cast<uint64_t>(ours))
      remarks.push_back(fmt::format("{} was judged under version {} of {}; this ulna has {}",
                                    operation, version, text, ours));
    all = all | *known;
  }
  if (all.empty()) from.refuse("must name a profile");
  return all;
}

} // namespace

OperationReport read_operation(const JsonMember& from, std::vector<std::string>& remarks) {
  from.has_only({"operation", "contract_version", "verdict", "cases", "elements", "words",
                 "unjudged", "decided_wide", "decided_top", "largest_errors", "bound", "drift",
                 "seconds", "findings"},
                {"reason", "quality", "adversaries", "executed", "processors", "profiles",
                 "would_pass_under", "right_by_columns"});
  OperationReport report;
  report.operation = &read_operation_name(from["operation"]);
  const int ours = report.operation->contract.version;
  const uint64_t version = from["contract_version"].count();
  if (version != static_cast<uint64_t>(ours))
    remarks.push_back(fmt::format("{} was judged by version {} of its contract; this ulna has {}",
                                  report.operation->name, version, ours));
  report.verdict = read_name<Verdict>(from["verdict"], 3);
  if (from.has("reason")) report.reason = from["reason"].text();
  const char* const operation = report.operation->name;
  if (from.has("profiles")) report.profiles = read_profiles(from["profiles"], operation, remarks);
  if (from.has("would_pass_under"))
    report.would_pass_under = read_profiles(from["would_pass_under"], operation, remarks);
  report.right_by_columns = from.has("right_by_columns");
  if (report.right_by_columns && !from["right_by_columns"].yes())
    from["right_by_columns"].refuse("must be true, or left out");
  Tally& tally = report.tally;
  tally.cases = from["cases"].count();
  tally.elements = from["elements"].count();
  tally.words = from["words"].count();
  tally.unjudged = from["unjudged"].count();
  tally.wide = from["decided_wide"].count();
  tally.top = from["decided_top"].count();
  read_largest(from["largest_errors"], report);
  static_cast<void>(from["bound"].text()); // belongs to the contract, not to what was found
  if (from.has("quality")) tally.quality = read_quality(from["quality"]);
  read_drift(from["drift"], report);
  report.seconds = from["seconds"].number();
  read_findings(from["findings"], report);
  if (from.has("executed")) report.executed = read_executed(from["executed"]);
  if (from.has("adversaries")) {
    report.adversaries = from["adversaries"].count();
    if (report.adversaries == 0) from["adversaries"].refuse("must not be 0");
  }
  if (from.has("processors")) report.processors = read_processors(from["processors"]);
  check_verdict(from, report);
  return report;
}

namespace {

Approximations read_approximations(const JsonMember& from) {
  from.has_only({"use", "instructions", "remark", "holds"});
  Approximations a;
  a.use = read_name<Approximations::Use>(from["use"], 5);
  if (a.use == Approximations::Use::not_examined)
    from["use"].refuse("must be left out with the rest");
  a.instructions = from["instructions"].texts();
  a.why = from["remark"].text();
  if (a.use == Approximations::Use::used && a.instructions.empty())
    from["instructions"].refuse("must name what is used");
  return a;
}

PortReport read_port(const JsonMember& from, const std::string& fingerprint,
                     std::vector<std::string>& remarks) {
  from.has_only({"name", "path", "sha256", "cpu_features", "not_offered", "operations"},
                {"approximations", "machine", "emulator", "linked"});
  PortReport port;
  port.name = from["name"].text();
  port.path = from["path"].text();
  port.sha256 = read_hash(from["sha256"]);
  port.cpu_features = from["cpu_features"].text();
  port.not_offered = from["not_offered"].texts();
  if (from.has("linked")) port.linked = from["linked"].texts();
  if (from.has("machine")) {
    port.machine = from["machine"].text();
    if (port.machine.empty()) from["machine"].refuse("must name a machine");
  }
  if (from.has("emulator")) {
    if (port.machine.empty()) from["emulator"].refuse("must not be without a machine");
    port.emulator = from["emulator"].text();
    if (port.emulator.empty()) from["emulator"].refuse("must name an emulator");
  }
  if (from.has("approximations")) port.approximations = read_approximations(from["approximations"]);
  const JsonMember all = from["operations"];
  for (size_t i = 0; i < all.size(); ++i)
    port.operations.push_back(read_operation(all[i], remarks));
  if (from.has("approximations")) {
    const JsonMember holds = from["approximations"]["holds"];
    if (holds.text() != holds_for(port.approximations, is_adversarial(port), fingerprint))
      holds.refuse("does not follow from the rest");
  }
  return port;
}

} // namespace

Machine read_machine(const JsonMember& from) {
  Machine machine;
  // One that is not of x86-64 has no tables.
  const bool has_tables =
      from.has("rsqrtps_sha256") || from.has("rcpps_sha256") || from.has("fingerprint");
  if (has_tables)
    from.has_only({"cpu", "rsqrtps_sha256", "rcpps_sha256"}, {"fingerprint"});
  else
    from.has_only({"cpu"}, {});
  machine.cpu = from["cpu"].text();
  if (!has_tables) return machine;
  machine.rsqrtps = read_hash(from["rsqrtps_sha256"]);
  machine.rcpps = read_hash(from["rcpps_sha256"]);
  if (from.has("fingerprint"))
    machine.fingerprint = read_hash(from["fingerprint"], kFingerprintDigits);
  return machine;
}

namespace {

/// How many, where that is more than one.
uint64_t read_several(const JsonMember& top, const char* what) {
  if (!top.has(what)) return 1;
  const uint64_t several = top[what].count();
  if (several < 2 || several > kMostShards)
    top[what].refuse(fmt::format("must be from 2 to {}, or left out", kMostShards));
  return several;
}

void check_schema(const JsonMember& top) {
  if (!top.has("schema")) top.refuse("lacks the member schema");
  const std::string schema = top["schema"].text();
  if (schema != kSchema)
    top["schema"].refuse(
        fmt::format("is '{}', and this ulna reads {}", printable(schema, 60), kSchema));
}

} // namespace

Certificate read_certificate(std::string_view text, const std::string& file) {
  static const std::string cure =
      "take the file as `ulna certify` wrote it, and the same version of ulna";
  const nlohmann::json parsed = parse_json(text, file, cure);
  const JsonMember top(parsed, "certificate", file, cure);
  if (!parsed.is_object()) top.refuse("must be an object");
  check_schema(top);
  top.has_only(
      {"schema", "ulna", "started", "seconds", "seed", "budget", "models", "machine", "ports"},
      {"profile", "commit", "required", "seeds", "shards", "other_machines"});
  Certificate out;
  out.ulna = top["ulna"].text();
  if (top.has("commit")) out.commit = read_commit(top["commit"]);
  out.report.started = read_time(top["started"]);
  out.report.seconds = top["seconds"].number();
  out.report.seed = read_seed(top["seed"]);
  out.report.seeds = read_several(top, "seeds");
  if (out.report.seed > UINT64_MAX - out.report.seeds)
    top["seeds"].refuse("are more than there are from seed on");
  out.report.budget = top["budget"].text();
  out.report.shards = read_several(top, "shards");
  if (top.has("profile")) out.report.profile = top["profile"].text();
  if (top.has("required")) read_required(top["required"], out.report);
  out.report.models = top["models"].texts();
  out.report.machine = read_machine(top["machine"]);
  if (top.has("other_machines")) {
    const JsonMember others = top["other_machines"];
    if (others.size() == 0) others.refuse("must not be empty");
    for (size_t i = 0; i < others.size(); ++i)
      out.report.other_machines.push_back(read_machine(others[i]));
  }
  const JsonMember ports = top["ports"];
  for (size_t i = 0; i < ports.size(); ++i)
    out.report.ports.push_back(read_port(ports[i], out.report.machine.fingerprint, out.remarks));
  tell_apart(out.report.ports);
  std::sort(out.remarks.begin(), out.remarks.end());
  out.remarks.erase(std::unique(out.remarks.begin(), out.remarks.end()), out.remarks.end());
  return out;
}

std::string other_machine(const Machine& judged, const Machine& here) {
  std::vector<const char*> others;
  if (judged.rsqrtps != here.rsqrtps) others.push_back("rsqrtps");
  if (judged.rcpps != here.rcpps) others.push_back("rcpps");
  if (!others.empty())
    return fmt::format("obtained on another processor ({}): the results of {} are others on this "
                       "one ({}); the verdict on a port that uses them may differ here, so certify "
                       "it here as well",
                       printable(judged.cpu), fmt::join(others, " and "), printable(here.cpu));
  if (judged.rsqrtps.empty()) return {}; // neither has tables
  if (judged.fingerprint.empty())
    return "it carries no fingerprint, as older versions of ulna wrote it; the raw results of "
           "rsqrtps and rcpps are those of this processor";
  if (judged.fingerprint != here.fingerprint)
    return fmt::format("obtained on another processor ({}): rsqrtps and rcpps agree with this one "
                       "({}), but not after a Newton step (fingerprints {} and {}); the verdict on "
                       "a port that uses them may differ here, so certify it here as well",
                       printable(judged.cpu), printable(here.cpu), judged.fingerprint,
                       here.fingerprint);
  return {};
}

} // namespace ulna
