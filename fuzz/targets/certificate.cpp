// Texts of certificates: any bytes are refused in one line, or are a certificate that is shown, and
// of which nothing is lost.
#include "report/certificate.h"
#include "base/error.h"
#include "fuzz/broken.h"
#include "fuzz/text.h"
#include "report/read_certificate.h"
#include "report/table.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace {

using namespace ulna;
using nlohmann::json;

std::optional<Certificate> read(std::string_view text) {
  try {
    return read_certificate(text, "fuzzed.json");
  } catch (const BadInput& e) {
    const std::string line = e.what();
    if (!line.starts_with("fuzzed.json: ") || line.find_first_of("\r\n") != line.npos)
      fuzz::broken("a refusal is not one line with the name of the file");
    return std::nullopt;
  }
}

/// What a certificate says about the run: all but what belongs to the ulna that wrote it.
json about_run(std::string_view text) {
  json all = json::parse(text);
  all.erase("ulna");
  all.erase("commit");
  for (json& port : all["ports"])
    for (json& operation : port["operations"]) {
      operation.erase("bound");
      operation.erase("contract_version");
      // An older ulna did not say so where it did not know.
      for (json& error : operation["largest_errors"])
        if (!error.contains("possible")) error["possible"] = nullptr;
    }
  return all;
}

uint64_t some_count(Random& random) {
  return random.one_in(3) ? 0 : random.next() >> random.between(12, 63);
}

double some_error(Random& random) {
  constexpr double kOdd[] = {0, 1, 0.99999, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()};
  return random.one_in(3) ? random.pick(kOdd) : random.unit();
}

OperationReport some_operation(Random& random) {
  OperationReport report;
  report.operation = operations()[random.below(operations().size())];
  report.verdict = static_cast<Verdict>(random.below(3));
  Tally& tally = report.tally;
  for (uint64_t* count : {&tally.cases, &tally.elements, &tally.words, &tally.unjudged, &tally.wide,
                          &tally.top, &tally.quality.conversions, &tally.quality.subsets})
    *count = some_count(random);
  for (Largest& largest : tally.largest)
    largest = {
        {some_error(random), some_error(random), some_error(random)}, {}, {}, "witnesses/1.case"};
  if (Largest& largest = tally.largest[0]; std::isinf(largest.fraction) && random.one_in(2)) {
    largest.not_finite = 1 + some_count(random);
    largest.finite = {some_error(random), some_error(random), some_error(random)};
  }
  for (size_t q = 0; q < kMaxQuantities; ++q)
    if (tally.largest[q].fraction <= 1 && random.one_in(2)) report.possible[q] = {1, "a theorem"};
  for (size_t i = 0; i < kDrifts.size(); ++i) {
    tally.drift_words[i] = some_count(random);
    tally.drift_error[i] = some_error(random);
  }
  if (report.verdict == Verdict::not_run) report.reason = "the machine lacks avx2";
  if (report.verdict == Verdict::certified) tally.cases += 1;
  if (report.verdict == Verdict::refuted) {
    Finding& finding = report.findings.emplace_back();
    finding.kind = static_cast<FindingKind>(random.below(kNumFindingKinds));
    finding.detail = "joint 2, q.x: got NaN";
    finding.repeats = random.one_in(2);
  }
  return report;
}

std::string fresh(Random& random) {
  const std::string hash(64, 'a');
  RunReport report;
  report.seed = random.next();
  report.budget = "quick";
  report.started = "2024-05-06T07:08:09Z";
  report.machine = {"A Processor", hash, hash, {}};
  for (size_t n = random.below(3); n > 0; --n) {
    PortReport& port = report.ports.emplace_back();
    port.name = port.path = "sse";
    port.sha256 = hash;
    if (report.seed % 4 < 2) port.machine = "aarch64/vl128";
    if (report.seed % 4 == 0) port.emulator = "qemu-aarch64 7.2";
    if (random.one_in(2)) port.not_offered = {"lerp_joints"};
    for (size_t k = random.below(3); k > 0; --k) port.operations.push_back(some_operation(random));
  }
  return certificate_json(report);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto certificate = read(text);
  if (!certificate) return 0;
  const std::string written = certificate_json(certificate->report);
  const std::string table = report_table(certificate->report, "ulna", size % 2 == 0);
  for (const char c : table)
    if ((c >= 0 && c < ' ' && c != '\n' && c != '\x1b') || c == 0x7f)
      fuzz::broken("a certificate steers the terminal");
  if (written == text) return 0; // the laws below hold of the same text, and take most of the time
  fuzz::require(about_run(text) == about_run(written), "something of a certificate gets lost");
  const auto again = read(written);
  fuzz::require(again.has_value(), "a certificate that was read is refused when it is written");
  fuzz::require(table == report_table(again->report, "ulna", size % 2 == 0),
                "a certificate is another one when it is read again");
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  return fuzz::mutate_bytes_as_text(data, size, max_size, seed, fresh,
                                    [](std::string text) { return text; });
}

// JSON is many small allocations, and where each was made costs more time than reading it. What is
// freed is held back for longer than one input takes.
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=1:quarantine_size_mb=8:max_malloc_fill_size=64";
}
