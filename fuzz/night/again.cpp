// The collector's look back: findings that nothing met tonight. Is the bug gone, or was it only not
// met?
#include "cases/case_file.h"
#include "cases/operation.h"
#include "fuzz/night/collector.h"

#include <fmt/format.h>

#include <unistd.h>

namespace ulna::night {
namespace {

/// Whether calling its witness alone says anything: it showed its finding then.
bool shows_alone(const Distinct& d) {
  constexpr std::string_view kNotAlone = "not seen again";
  return is_case(d.witness) ? d.shrunk == Shrunk::yes
                            : d.first.starts_with("crash-") && !d.key.kind.ends_with(kNotAlone);
}

} // namespace

void Collector::queue_again(const std::string& night) {
  for (const auto& [key, d] : findings_.all()) {
    if (d.last_night == night || d.called_night == night || !shows_alone(d)) continue;
    // What is fuzzed tonight may be another port. One without a name is any of the built-in ones.
    const std::string port = ports_.argument(key.port);
    const bool of_tonight =
        key.port.empty() ? ports_.given.empty() || !find_operation(key.target) : !port.empty();
    if (!is_case(d.witness) && of_tonight) run_again(d, night);
    if (is_case(d.witness) && !port.empty()) judge_again(d, port, night);
  }
}

void Collector::called_again(const Key& key, bool shows, const std::string& night) {
  Distinct& d = findings_.all().at(key);
  d.called_night = night;
  d.shows = shows;
  findings_.update(d);
  if (!shows)
    log_.line(fmt::format("{}, {}: its witness shows nothing any more", key.target, key.id()));
}

/// In new processes, as findings are named; a finding of another kind is not this one.
void Collector::judge_again(const Distinct& finding, const std::string& port,
                            const std::string& night) {
  const fs::path out = folder_.work() / "triage" / finding.key.id();
  Command command{.arguments = {self_, "fuzz-triage",
                                findings_.folder_of(finding) / finding.witness, "--port", port,
                                "--out", out},
                  .environment = {},
                  .output = {},
                  .seconds = 60};
  queue(finding.key.target, std::move(command), [=, this, key = finding.key](const Job& job) {
    const int code = job.child.exit_code();
    bool shows = false;
    for (const fs::path& file : files_in(out)) {
      const Case seen = load_case(file.string());
      shows |= key_of(file.filename(), seen.operation->name, seen.note) == key;
    }
    std::error_code error;
    fs::remove_all(out, error);
    if (code == 0 || code == 1) called_again(key, shows, night);
  });
}

void Collector::run_again(const Distinct& finding, const std::string& night) {
  const fs::path witness = findings_.folder_of(finding) / finding.witness;
  if (::access(program(finding.key.target).c_str(), X_OK) != 0) return;
  queue(finding.key.target, run_alone(finding.key.target, witness),
        [=, this, key = finding.key](const Job& job) {
          Key seen = key_of(key.target, job.output.trace());
          seen.port = key.port;
          const bool quiet = job.child.exit_code() == 0 && job.output.trace().what.empty();
          if (quiet || seen == key) called_again(key, !quiet, night);
        });
}

} // namespace ulna::night
