// A stand-in for a fuzz target, for the tests of the overnight runner: speaks as libFuzzer does,
// and finds what it is told to. It is what the link it was started by is called; the words in the
// file beside that link, NAME.conf, say how it behaves:
//
//   finds: writes findings and largest errors
//   crashes: leaves raw inputs and ends so
//   hangs: computes in a call without an end
//   stubborn: does not hear SIGTERM
//   pauses: sleeps in a call without an end
//   leaves: exits in a call, as if all were well
//   killed: is killed in a call
//   once: does these three in its first slice only
//   broken: ends before it has run anything
//   grows: takes ever more memory
//   dies: ends without leaving an input
//   dies_at_once: of its first input
//   slow: executes next to nothing
//   stray: has a child that outlives it
//   errs: writes a largest error of sse, in a case of many elements
//   scatters: cannot merge
//
// Whatever it has found it appends, once it is safe on the disk, to the file in ULNA_FAKE_REPORT.
#include "base/files.h"
#include "base/random.h"
#include "cases/case_file.h"
#include "cases/verdict.h"
#include "fuzz/last_call.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace {

using namespace ulna;
namespace fs = std::filesystem;

fs::path self;
std::string target, behaviour;
std::map<std::string, std::string> flags;
std::vector<std::string> files;

bool does(const char* word) {
  std::istringstream words(behaviour);
  for (std::string w; words >> w;)
    if (w == word) return true;
  return false;
}

void report(const std::string& line) {
  const char* path = std::getenv("ULNA_FAKE_REPORT");
  if (!path) return;
  const int file = ::open(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
  const std::string text = line + "\n";
  if (::write(file, text.data(), text.size()) != ssize_t(text.size())) std::abort();
  ::close(file);
}

/// What a raw input does: "crash 3 ..." ends in the third of our functions.
void print_trace(const std::string& input) {
  const std::string number = input.substr(6, 1);
  fmt::print(
      stderr,
      "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6020 at pc 0x5\n"
      "READ of size 4 at 0x6020 thread T0\n"
      "    #0 0x55d0 in __asan_memcpy (/bin/fuzz+0x5)\n"
      "    #1 0x55d1 in ulna::(anonymous namespace)::bug_{}(int, char const*) /s/a.cpp:12:3\n"
      "    #2 0x55d2 in ulna::read(std::string const&) /s/b.cpp:5:1\n"
      "    #3 0x55d3 in LLVMFuzzerTestOneInput /s/t.cpp:9:3\n\n"
      "SUMMARY: AddressSanitizer: heap-buffer-overflow /s/a.cpp:12:3\n",
      number);
}

/// Begins a call, of a case of 21 elements where there is an operation, and never ends it. Alone it
/// shows nothing in a target.
void begin_call() {
  static fuzz::LastCall call(std::getenv("ULNA_FUZZ_FINDINGS"));
  uint64_t i = 0;
  if (const Operation* op = find_operation(target))
    while (op->size(op->generate(1, i)) != 21) ++i;
  const std::string input = fmt::format("quiet 0 case {} {}", i, ::getpid());
  call.begin({reinterpret_cast<const uint8_t*>(input.data()), input.size()});
}

void misbehave_in_a_call() {
  if (does("once") && flags["-seed"] != "1") return;
  if (does("leaves")) {
    begin_call();
    ::_exit(0);
  }
  if (does("killed")) {
    begin_call();
    std::raise(SIGKILL);
  }
  if (does("pauses")) {
    begin_call();
    for (;;) ::pause();
  }
}

Case some_case(const std::string& operation, uint64_t i) {
  return operation_named(operation).generate(1, i);
}

void find_something(Random& random, const fs::path& folder, double& fraction) {
  constexpr const char* kPorts[] = {"sse", "else-where"};
  constexpr FindingKind kKinds[] = {FindingKind::out_of_bound, FindingKind::hung};
  const std::string port = kPorts[random.below(2)];
  const std::string kind = name(kKinds[random.below(2)]);
  Case c = some_case(target, random.below(40));
  c.note = kind + " as told";
  const std::string text = write_case(c);
  const std::string file =
      fmt::format("{}-{}-{}-{}.case", target, port, kind, sha256_hex(text).substr(0, 16));
  write_file_whole((folder / file).string(), text);
  report(fmt::format("finding {} {} {} {}", file, target, port, kind));

  fraction *= 1.05;
  const std::string largest = fmt::format("largest-{}-{}-q.case", target, port);
  write_file_whole((folder / largest).string(), text);
  std::ofstream(folder / "largest.jsonl", std::ios::app)
      << nlohmann::json{{"operation", target},  {"port", port},  {"quantity", "q"},
                        {"fraction", fraction}, {"error", 1e-7}, {"bound", 2e-7},
                        {"file", largest}}
      << std::endl;
}

/// Less of an error than the port makes.
void err(const fs::path& folder) {
  const Operation& op = operation_named(target);
  uint64_t i = op.num_edge_cases;
  while (op.size(op.generate(1, i)) < 100) ++i;
  const std::string text = write_case(op.generate(1, i));
  write_file_whole((folder / "largest-of-many.case").string(), text);
  report(fmt::format("largest {}", text.size()));
  std::ofstream(folder / "largest.jsonl", std::ios::app)
      << nlohmann::json{{"operation", target},
                        {"port", "sse"},
                        {"quantity", op.quantities[0]},
                        {"fraction", 1e-4},
                        {"error", 1e-7},
                        {"bound", 1e-3},
                        {"file", "largest-of-many.case"}}
      << std::endl;
}

void crash(Random& random) {
  const std::string input =
      fmt::format("crash {} case {} {}", random.below(3), random.below(40), random.below(1000));
  const std::string file = flags["-artifact_prefix"] + "crash-" + sha256_hex(input).substr(0, 40);
  write_file_whole(file, input);
  report(fmt::format("artifact {} {} bug_{}", fs::path(file).filename().string(), target,
                     input.substr(6, 1)));
  print_trace(input);
  std::_Exit(77);
}

int run_slice() {
  if (does("broken")) {
    fmt::print(stderr, "error while loading shared libraries\n");
    return 127;
  }
  if (does("stubborn")) std::signal(SIGTERM, SIG_IGN);
  if (does("stray") && ::fork() == 0) {
    report(fmt::format("stray {}", ::getpid()));
    for (;;) ::pause();
  }
  report(fmt::format("child {}", ::getpid()));
  const char* folder = std::getenv("ULNA_FUZZ_FINDINGS");
  const double seconds = std::atof(flags["-max_total_time"].c_str());
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  Random random(std::strtoull(flags["-seed"].c_str(), nullptr, 10), 7);
  std::vector<char> ballast;
  double fraction = 0.01;
  int round = 0;
  // Executions of its seeds and of a round; enough at once, on a busy machine too.
  const int seeds = does("slow") ? 2 : 2000, each = does("slow") ? 0 : 1000;
  if (does("errs")) err(folder);
  if (does("dies_at_once")) crash(random);
  fmt::print(stderr, "#{}\tINITED cov: 3 ft: 5 corp: 1/1b exec/s: 0 rss: 30Mb\n", seeds);
  while (std::chrono::steady_clock::now() < end) {
    ++round;
    fmt::print(stderr, "#{}\tNEW    cov: {} ft: {} corp: 3/12b exec/s: 2000 rss: 31Mb\n",
               seeds + round * each, 3 + round % 50, 5 + round % 100);
    if (round == 3) misbehave_in_a_call();
    if (does("hangs") && round == 3) {
      begin_call();
      for (volatile bool busy = true; busy;) {
      }
    }
    if (does("grows")) ballast.resize(ballast.size() + (64 << 20), 1);
    if (does("dies") && round == 3) {
      std::signal(SIGSEGV, SIG_DFL); // a sanitizer would make another end of it
      std::raise(SIGSEGV);
    }
    if (round % 4 == 0)
      std::ofstream(fs::path(files.at(0)) / fmt::format("input-{}", random.below(400))) << round;
    if (does("finds")) find_something(random, folder, fraction);
    if (does("crashes") && random.below(8) == 0) crash(random);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  fmt::print(stderr, "stat::number_of_executed_units: {}\n", seeds + round * each);
  return 0;
}

int merge() {
  if (does("scatters")) return 1;
  for (const auto& file : fs::directory_iterator(files.at(1)))
    if (file.path().filename().string().back() % 2 == 0)
      fs::copy_file(file.path(), fs::path(files.at(0)) / file.path().filename());
  return 0;
}

int minimise() {
  const std::string input = read_file(files.at(0));
  write_file_whole(flags["-exact_artifact_path"], input.substr(0, 7));
  return 0;
}

int to_case(const std::string& file) {
  std::istringstream words(read_file(file));
  std::string crash_word, number, case_word;
  uint64_t i = 0;
  if (!(words >> crash_word >> number >> case_word >> i)) return 1;
  std::cout << write_case(some_case(target, i));
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  self = argv[0];
  target = self.filename().string().substr(5);
  behaviour = read_file(self.string() + ".conf");
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const size_t equals = word.find('=');
    if (word == "--ulna-case") return to_case(argv[i + 1]);
    if (word.front() == '-') {
      flags[word.substr(0, equals)] = word.substr(equals + 1);
    } else {
      files.push_back(word);
    }
  }
  if (flags.count("-merge")) return merge();
  if (flags.count("-minimize_crash")) return minimise();
  if (flags.count("-artifact_prefix")) return run_slice();
  const std::string input = read_file(files.at(0));
  if (input.starts_with("quiet")) return 0;
  print_trace(input);
  return 77;
}
