#include "fuzz/operation.h"

#include "base/error.h"
#include "base/files.h"
#include "calls/in_process.h"
#include "calls/layout.h"
#include "cases/case_file.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "fuzz/bytes.h"
#include "fuzz/error_counters.h"
#include "fuzz/findings.h"
#include "fuzz/first_call.h"
#include "fuzz/last_call.h"
#include "fuzz/mutate.h"
#include "judge/judge.h"
#include "report/machine.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <optional>

namespace ulna::fuzz {
namespace {

constexpr uint64_t kSeed = 1;
constexpr uint64_t kCheckOneIn = 16; // executions are checked for more than one call
constexpr size_t kFreshOneIn = 128;  // mutated cases are the generator's
constexpr size_t kLargeOneIn = 1024; // mutated cases are the generator's, of its size
constexpr size_t kCutOneIn = 4;      // mutated cases are cut to a few elements
constexpr size_t kCrossOneIn = 8; // crossings that libFuzzer asks for; it asks at every second turn
constexpr size_t kFewestBytes = 256; // that an input may have, for there to be large cases
constexpr size_t kMostElements = 64; // of a generated case that is kept

/// A port under the fuzzer. The judge calls it again now and then, on top of the one call that
/// every execution makes.
struct Port {
  InProcess caller;
  Judge judge;
  std::string name;
  OperationReport report; ///< of the calls that the judge made
  Tally tally;            ///< of all others
  Findings findings;

  Port(const Operation& op, const std::string& path, const Options& options)
      : caller(path), judge(std::make_unique<InProcess>(path), kSeed),
        name(caller.port().name.empty() ? path : caller.port().name), findings(op, name, options) {
    report.operation = &op;
  }
};

struct Target {
  const Operation& op;
  Options options;
  std::vector<std::unique_ptr<Port>> ports = {};
  std::unique_ptr<LastCall> last_call = {};
  Case mutated = {};                       ///< the last one that the mutator made,
  std::vector<uint8_t> mutated_bytes = {}; ///< and its bytes
};
Target* target = nullptr;

/// What is drawn at random depends on the input alone, so that a run can be repeated. FNV-1a over
/// words, folded, since a product alone never carries a high bit down; byte by byte it would cost
/// as much as the judge.
uint64_t hash(const uint8_t* data, size_t size) {
  uint64_t h = 0xcbf29ce484222325 ^ size;
  const auto take = [&](size_t at, size_t bytes) {
    uint64_t word = 0;
    std::memcpy(&word, data + at, bytes);
    h = (h ^ word) * 0x9e3779b97f4a7c15;
    h ^= h >> 32;
  };
  size_t at = 0;
  for (; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) take(at, sizeof(uint64_t));
  if (at < size) take(at, size - at);
  return h;
}

std::vector<std::string> wanted_ports(const Options& options, const Installation& installation) {
  if (!options.port.empty()) return {port_path(options.port, installation)};
  std::vector<std::string> paths;
  // One is known to be wrong, two consist of the others.
  for (const std::string& name : builtin_ports(installation))
    if (name != "published" && name != "best" && name != "openmp")
      paths.push_back(port_path(name, installation));
  return paths;
}

void load_ports() {
  for (const std::string& path : wanted_ports(target->options, find_installation())) {
    auto port = std::make_unique<Port>(target->op, path, target->options);
    if (!missing_features(port->caller.port().cpu_features).empty()) continue;
    if (!port->caller.port().implements(target->op)) continue;
    target->ports.push_back(std::move(port));
  }
  if (target->ports.empty())
    throw BadInput(
        fmt::format("no port here offers {} on this CPU; name one with --port", target->op.name));
  if (target->ports.size() > kMaxPorts)
    throw BadInput(fmt::format("more than {} ports; name one with --port", kMaxPorts));
}

void judge_case(const Case& given, Random& random) {
  const bool more = random.one_in(kCheckOneIn);
  for (size_t p = 0; p < target->ports.size(); ++p) {
    Port& port = *target->ports[p];
    const Within within(port.judge.profiles(), given);
    const Case& c = within;
    const Case* const call[] = {&c};
    port.caller.run(call, [&](size_t, const CallResult& result, const Outputs& outputs) {
      Judgement judgement = judge_outputs(c, result, outputs, port.tally, random);
      for (size_t q = 0; q < target->op.quantities.size(); ++q)
        if (target->options.guided) count_error(p, q, judgement.largest_fraction[q]);
      port.findings.add(std::move(judgement.findings), c);
    });
    if (more) {
      port.judge.check({&c, 1}, port.report);
      port.findings.add(std::exchange(port.report.findings, {}), c);
    }
    port.findings.keep_largest(port.tally);
  }
}

/// The case cut down to so many neighbouring elements.
Case cut(Case c, size_t wanted, Random& random) {
  const size_t size = c.operation->size(c);
  if (size <= wanted) return c;
  std::vector<size_t> kept(wanted);
  std::iota(kept.begin(), kept.end(), random.below(size - wanted + 1));
  return c.operation->keep(c, kept);
}

/// A case of the generator with few enough elements.
Case fresh_case(Random& random) {
  const Operation& op = target->op;
  const uint64_t number = op.num_edge_cases + random.below(1 << 20);
  Case c = op.generate(random.next(), number);
  c = cut(std::move(c), random.size(1, kMostElements), random);
  c.note.clear();
  return c;
}

/// The bytes of a case, with fewer elements where they do not fit. 0 if nothing fits. Remembers the
/// case: most likely it is the next to be judged, and need not be read again.
size_t fit(Case c, std::span<uint8_t> out) {
  for (size_t size = target->op.size(c);; size /= 2) {
    if (const size_t bytes = bytes_from_case(c, out)) {
      target->mutated = std::move(c);
      target->mutated_bytes.assign(out.begin(), out.begin() + ptrdiff_t(bytes));
      return bytes;
    }
    if (size == 0) return 0;
    std::vector<size_t> kept(size / 2);
    std::iota(kept.begin(), kept.end(), size_t{0});
    c = target->op.keep(c, kept);
  }
}

/// The symbolizer waits for ever where the path of a library has a quote in it, and perhaps for
/// other characters. A crash without names is better than none: begin again without it.
void avoid_symbolizer(char** argv) {
  constexpr const char* kPlain = "/._+-"; // besides letters and digits
  constexpr const char* kAgain = "ULNA_FUZZ_UNSYMBOLIZED";
  const auto odd = [&](const std::string& path) {
    return std::any_of(path.begin(), path.end(), [&](char c) {
      return !std::isalnum(static_cast<unsigned char>(c)) && !std::strchr(kPlain, c);
    });
  };
  if (std::getenv(kAgain)) return;
  bool any = odd(std::filesystem::read_symlink("/proc/self/exe"));
  for (const std::string& path : wanted_ports(target->options, find_installation())) {
    std::error_code error;
    any =
        any || odd(std::filesystem::absolute(path)) || odd(std::filesystem::canonical(path, error));
  }
  if (!any) return;
  const char* const given = std::getenv("ASAN_OPTIONS");
  const std::string options = fmt::format("{}{}symbolize=0", given ? given : "", given ? ":" : "");
  setenv("ASAN_OPTIONS", options.c_str(), 1);
  setenv(kAgain, "1", 1);
  execv("/proc/self/exe", argv);
  throw BadInput(fmt::format("cannot start again without the symbolizer ({}); move the port to a "
                             "path of plain letters",
                             std::strerror(errno)));
}

[[noreturn]] void give_up(const std::exception& e) {
  fmt::print(stderr, "fuzz-{}: {}\n", target->op.name, e.what());
  std::exit(2);
}

void help_and_exit() {
  fmt::print("fuzz-{} [OPTION]... [FOLDER of inputs | FILE]...\n{}", target->op.name,
             options_help());
  std::exit(std::fflush(stdout) == 0 ? 0 : 2);
}

/// `--ulna-case FILE` prints the case that the bytes of a file stand for, `--ulna-bytes FILE` the
/// bytes of a case.
void convert_and_exit(const Options& options) {
  if (!options.print_case.empty()) {
    const std::string bytes = read_file(options.print_case);
    const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
    Case c = case_from_bytes(target->op, {data, bytes.size()});
    fmt::print("{}", write_case(c));
    std::exit(0);
  }
  if (options.print_bytes.empty()) return;
  const Case c = load_case(options.print_bytes);
  if (c.operation != &target->op)
    throw BadInput(fmt::format("{}: a case of {}; use fuzz-{}", options.print_bytes,
                               c.operation->name, c.operation->name));
  std::vector<uint8_t> bytes(1 << 20);
  bytes.resize(bytes_from_case(c, bytes));
  if (bytes.empty()) throw BadInput(options.print_bytes + ": too large for the fuzzer");
  std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  std::exit(std::fflush(stdout) == 0 ? 0 : 2);
}

} // namespace

void start(const Operation& op, int& argc, char**& argv) {
  static Target instance{op, {}};
  target = &instance;
  std::vector<char*> whole(argv, argv + argc);
  whole.push_back(nullptr);
  try {
    target->options = take_options(argc, argv);
    if (target->options.help) help_and_exit();
    convert_and_exit(target->options);
    avoid_symbolizer(whole.data());
    load_ports();
    target->last_call = std::make_unique<LastCall>(target->options.findings);
  } catch (const std::exception& e) {
    give_up(e);
  }
  std::atexit([] {
    for (const auto& port : target->ports) port->findings.write_largest(port->tally);
  });
}

void judge_bytes(const uint8_t* data, size_t size) {
  // Services keep inputs of any length; neither these nor what they stand for need fit the arena.
  if (size > kLongestInput) return;
  Random random(hash(data, size), kSeed);
  const std::vector<uint8_t>& known = target->mutated_bytes;
  const bool is_known = size != 0 && std::equal(known.begin(), known.end(), data, data + size);
  const Case read = is_known ? Case{} : case_from_bytes(target->op, {data, size});
  const Case& c = is_known ? target->mutated : read;
  if (!is_small(c)) return;
  static std::optional<FirstCall> first{std::in_place};
  target->last_call->begin({data, size});
  judge_case(c, random);
  target->last_call->end();
  first.reset();
}

size_t mutate_bytes(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  Random random(seed, size);
  if (max_size >= kFewestBytes && random.one_in(kLargeOneIn)) {
    put_generated(random.next(), {data, max_size});
    return max_size;
  }
  const bool fresh = size <= 1 || random.one_in(kFreshOneIn);
  Case c = fresh ? fresh_case(random) : case_from_bytes(target->op, {data, size});
  if (!fresh) mutate(c, random);
  // The error of a case is that of one element, and fewer are judged sooner.
  if (random.one_in(kCutOneIn)) c = cut(std::move(c), random.size(1, kFewElements), random);
  return fit(std::move(c), {data, max_size});
}

size_t cross_bytes(std::span<const uint8_t> a, std::span<const uint8_t> b, std::span<uint8_t> out,
                   unsigned seed) {
  Random random(seed, a.size());
  if (!random.one_in(kCrossOneIn)) return 0; // then it mutates
  return fit(cross(case_from_bytes(target->op, a), case_from_bytes(target->op, b), random), out);
}

} // namespace ulna::fuzz

// Cases are many small allocations. Where each was made costs more time than judging, and so does
// memory that comes back cold: what is freed is held back for some hundred executions, not more.
// What a port leaks is not ours to judge.
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=1:quarantine_size_mb=1:thread_local_quarantine_size_kb=64:"
         "detect_leaks=0";
}
