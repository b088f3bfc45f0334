#include "fuzz/findings.h"

#include "base/error.h"
#include "base/files.h"
#include "cases/case_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ulna::fuzz {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// A name that paths, JSON and terminals can hold.
std::string in_path(std::string name) {
  constexpr size_t kLongest = 60; // as the runner cuts it
  if (name.size() > kLongest) name.resize(kLongest);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.' && c != '-') c = '_';
  if (name.empty() || name.front() == '.') name.insert(0, 1, '_');
  return name;
}

/// One short write at the end of the file: no reader sees half a line, even of several writers.
void append_line(const std::string& path, const std::string& line) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const bool written =
      fd >= 0 && write(fd, line.data(), line.size()) == ssize_t(line.size()) && fsync(fd) == 0;
  const int error = errno;
  if (fd >= 0) close(fd);
  if (!written)
    throw BadInput(fmt::format("cannot write {} ({}); free some space or choose another folder",
                               path, std::strerror(error)));
}

/// Which clause of docs/conversion.md a conversion breaks; elsewhere the kind says all.
std::string_view clause(const Finding& finding) {
  if (finding.kind != FindingKind::not_valid) return {};
  return std::string_view(finding.detail).substr(0, finding.detail.find(':'));
}

} // namespace

std::string options_help() {
  return "  --port PORT         a built-in port or the path of a library (all built-in ports)\n"
         "  --findings DIR      findings are written there, and the fuzzer goes on\n"
         "  --unguided          errors are no coverage\n"
         "  --ulna-case FILE    prints the case that the bytes of a file stand for\n"
         "  --ulna-bytes FILE   prints the bytes of a case\n"
         "libFuzzer's own have one dash: -help=1\n";
}

Options take_options(int& argc, char**& argv) {
  Options options{environment("ULNA_FUZZ_PORT"),
                  environment("ULNA_FUZZ_FINDINGS"),
                  environment("ULNA_FUZZ_UNGUIDED") != "1",
                  "",
                  "",
                  false};
  const struct {
    const char* name;
    std::string* value;
  } kOptions[] = {{"--port", &options.port},
                  {"--findings", &options.findings},
                  {"--ulna-case", &options.print_case},
                  {"--ulna-bytes", &options.print_bytes}};
  int left = 0;
  for (int i = 0; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string_view name = word.substr(0, word.find('='));
    const auto* option = std::find_if(std::begin(kOptions), std::end(kOptions),
                                      [&](const auto& o) { return name == o.name; });
    if (option != std::end(kOptions)) {
      const bool joined = name.size() < word.size();
      if (!joined && i + 1 == argc) throw BadInput(fmt::format("{}: give it a value", name));
      *option->value = joined ? word.substr(name.size() + 1) : argv[++i];
    } else if (word == "--unguided") {
      options.guided = false;
    } else if (word == "--help") {
      options.help = true;
    } else if (i > 0 && word != "--" &&
               word.starts_with("--")) { // libFuzzer would pass over it in silence
      throw BadInput(fmt::format("{}: there is no such option; see --help", word));
    } else {
      argv[left++] = argv[i];
    }
  }
  argc = left;
  argv[argc] = nullptr;
  return options;
}

Findings::Findings(const Operation& op, std::string port, const Options& options)
    : op_(op), port_(in_path(std::move(port))), folder_(options.findings) {
  if (!folder_.empty()) check_writable(folder_);
}

void Findings::add(std::vector<Finding>&& findings, const Case& c) {
  for (const Finding& finding : findings) {
    if (folder_.empty()) {
      fmt::print(stderr, "finding: {} on {}: {}: {}\n", op_.name, port_, name(finding.kind),
                 finding.detail);
      std::abort();
    }
    if (!seen_.insert(fmt::format("{} {}", name(finding.kind), clause(finding))).second) continue;
    Case witness = finding.witness.operation ? finding.witness : c;
    witness.note =
        fmt::format("found by fuzzing, port {}, {}: {}", port_, name(finding.kind), finding.detail);
    const std::string text = write_case(witness);
    write_file_whole(fmt::format("{}/{}-{}-{}-{}.case", folder_, op_.name, port_,
                                 name(finding.kind), sha256_hex(text).substr(0, 12)),
                     text);
  }
}

void Findings::keep_largest(const Tally& tally) {
  if (folder_.empty()) return;
  bool grown = false;
  for (size_t q = 0; q < op_.quantities.size(); ++q)
    grown = grown || tally.largest[q].fraction > written_[q];
  if (!grown) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::seconds(1)) return;
  last_ = now;
  write_largest(tally);
}

void Findings::write_largest(const Tally& tally) {
  if (folder_.empty()) return;
  for (size_t q = 0; q < op_.quantities.size(); ++q) {
    const Largest& largest = tally.largest[q];
    if (!(largest.fraction > written_[q]) || !largest.witness.operation) continue;
    written_[q] = largest.fraction;
    const std::string file =
        fmt::format("largest-{}-{}-{}.case", op_.name, port_, in_path(op_.quantities[q]));
    Case witness = largest.witness;
    witness.note = fmt::format("fuzzed: largest error of {} in {}: {:.6g} of the bound", port_,
                               op_.quantities[q], largest.fraction);
    write_file_whole(folder_ + "/" + file, write_case(witness));
    const nlohmann::ordered_json line{{"operation", op_.name},
                                      {"port", port_},
                                      {"quantity", op_.quantities[q]},
                                      {"fraction", largest.fraction},
                                      {"error", largest.error},
                                      {"bound", largest.bound},
                                      {"file", file}};
    append_line(folder_ + "/largest.jsonl", line.dump() + "\n");
  }
}

} // namespace ulna::fuzz
