// What the judge found, from a single finding up to the report on a whole run. Results merge like
// sums, so that lanes and shards need no order.
#pragma once

#include "cases/finding_kind.h"
#include "cases/operation.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace ulna {

/// Whether the call did not come back.
inline bool is_fatal(FindingKind kind) {
  return kind == FindingKind::read_outside || kind == FindingKind::crashed ||
         kind == FindingKind::hung || kind == FindingKind::exited;
}

/// One word of the output beside what is owed.
struct Mismatch {
  size_t array = 0;   ///< index of the output array
  size_t element = 0; ///< of that array
  size_t word = 0;    ///< of the element
  uint32_t got = 0;   ///< bits
  reference::Approx exact;
  double error = 0;
  double bound = 0;
  bool is_length = false; ///< of the unit vector that begins at `word`; `got` are its bits
};

/// Where in a port's source a finding belongs.
struct SourcePlace {
  std::string function; ///< of the port, without scope and arguments; never empty
  std::string file;     ///< whole, if the library says so; empty without debug information
  uint64_t line = 0;    ///< of the instruction or, where none is at fault, of the function
  /// Where one instruction is at fault: it with some around it, a line each, and which it is.
  std::vector<std::string> code = {};
  size_t at_fault = 0;

  /// "blend (skin.cpp:12)", or "blend".
  std::string text() const;
};

struct Finding {
  FindingKind kind{};
  std::string detail;  ///< one line: where, what was got, what is owed
  Case witness;        ///< shrunk where that was possible
  std::string path;    ///< of the saved witness, empty before it is saved
  int signal = 0;      ///< that ended the call, if one did
  bool repeats = true; ///< seen again in a new worker: of the witness alone, or behind `before`
  /// The calls that have to come before it, in order, where the witness alone shows nothing. Until
  /// the witness is shrunk: those that came before it.
  std::vector<Case> before = {};
  std::vector<std::string> before_paths = {}; ///< of the saved ones
  /// The adversary that chose the approximations, if one did: see ulna/approximations.h.
  std::optional<uint64_t> adversary = {};
  uint64_t instruction = 0;              ///< at fault, as the linker has its address; 0: not known
  std::optional<SourcePlace> place = {}; ///< where that is known
};

/// An error, its bound, and how large it is in units of it.
struct ErrorInBounds {
  double fraction = 0; ///< error / bound
  double error = 0;
  double bound = 0;
};

/// The largest error of the judged words of a quantity, by units of the bound, with the case that
/// shows it. One that is NaN or infinite is larger than all others.
struct Largest : ErrorInBounds {
  Case witness;
  Mismatch word;    ///< of the witness, or the length of the unit vector that begins at it
  std::string path; ///< of the saved witness, empty before it is saved
  std::optional<uint64_t> adversary = {}; ///< as in Finding
  uint64_t not_finite = 0;                ///< words whose error is NaN or infinite
  ErrorInBounds finite = {};              ///< the largest of the others

  void merge(Largest&& other);
};

/// One line for people: how large the error is, and how many words have none.
std::string describe(const Largest& largest);

/// How many judged words had an error of so many twentieths of their bound, the first less than
/// one; behind them those beyond it, and those whose error is NaN or infinite.
inline constexpr size_t kErrorParts = 20;
using Distribution = std::array<uint64_t, kErrorParts + 1>;
inline bool is_counted(const Distribution& errors) {
  return std::ranges::any_of(errors, [](uint64_t n) { return n != 0; });
}

/// How good the conversions were of which the number of faces is a multiple of eight. No verdict
/// depends on it: docs/conversion.md.
struct Quality {
  uint64_t conversions = 0;
  uint64_t subsets = 0;
  uint64_t lower_bound = 0; ///< on `subsets`, proved
  uint64_t vertices_in = 0;
  uint64_t vertices_out = 0;
  double weight_lost = 0;       ///< sum over all vertices
  double worst_weight_lost = 0; ///< of one vertex
};

struct Tally {
  uint64_t cases = 0;
  uint64_t elements = 0; ///< vertices or joints of which at least one word was judged
  uint64_t words = 0;    ///< judged words
  uint64_t unjudged = 0; ///< words outside the domain
  uint64_t wide = 0;     ///< words that the double rung could not decide
  uint64_t top = 0;      ///< words decided again on the top rung
  std::array<Largest, kMaxQuantities> largest;       ///< of each of Operation::quantities
  std::array<Distribution, kMaxQuantities> errors{}; ///< the same
  std::array<uint64_t, kDrifts.size()> drift_words{};
  std::array<double, kDrifts.size()> drift_error{}; ///< largest, infinite if NaN was seen
  Quality quality;
  void merge(Tally&& other);
};

enum class Verdict : uint8_t { certified, refuted, not_run };
const char* name(Verdict verdict);

/// What the error of a quantity of one port cannot exceed, and how that is known.
struct Possible {
  double fraction = 0; ///< of the bound
  std::string source;  ///< "proved for this port ..."
};

/// A word beside what is owed, for people.
struct NamedWord {
  std::string name;       ///< "joints[0].q.x", or "length of verts[2].normal"
  std::string got, exact; ///< with all digits of a float, and of a double
};

/// What the judged cases executed of the code that an operation can reach.
struct Executed {
  uint64_t instructions = 0; ///< of that code; 0: nothing is known
  uint64_t ran = 0;
  /// Instructions one after the other.
  struct Range {
    uint64_t address = 0; ///< of the first, as the linker has it
    uint64_t instructions = 0;
    std::string place; ///< in the source, where that is known
  };
  std::vector<Range> never_ran; ///< by address
  std::string why;              ///< what stands in the way of knowing all of it, or empty
};

/// "98.7 %", rounded down, so that 100 % is all of it; "-" where nothing is known.
std::string percentage(const Executed& executed);

/// The verdict on one operation of one port.
struct OperationReport {
  const Operation* operation = nullptr;
  Verdict verdict = Verdict::not_run;
  std::string reason; ///< why not run, else empty
  /// Those that it was judged by, of those that say something about it; none: the whole contract.
  Profiles profiles = {};
  /// Of a refuted one: under which it would be certified, as far as a quick run says; or none.
  Profiles would_pass_under = {};
  /// Of a refuted one: whether it is right where matrices are stored by columns.
  bool right_by_columns = false;
  Tally tally;
  /// Of each quantity, beside the largest error found; nothing where nothing is known.
  std::array<std::optional<Possible>, kMaxQuantities> possible;
  /// Of each quantity, the word that has the largest error, in its witness; nothing where no word
  /// was judged, or a certificate does not say.
  std::array<std::optional<NamedWord>, kMaxQuantities> largest_words = {};
  std::vector<Finding> findings; ///< the first of each kind
  Executed executed = {};
  double seconds = 0;       ///< of the judge's and the port's processor time
  uint64_t adversaries = 0; ///< how many chose the approximations; 0: the processor did
  /// The numbers of processors that it was told of, beside the true one, as it asks for it.
  std::set<uint32_t> processors = {};
};

/// Whether a port's results can depend on the processor's approximation instructions.
struct Approximations {
  enum class Use : uint8_t {
    not_examined,
    none,     ///< no such instruction
    used,     ///< at least one
    replaced, ///< built with ulna/approximations.h, and none is left
    unknown   ///< the library does not tell
  };
  Use use = Use::not_examined;
  std::vector<std::string> instructions; ///< those that are used, by name
  std::string why; ///< unknown: what stands in the way; else a remark on how it was found, or empty
  /// Whether the library asks what the processor is, and may choose its code by the answer.
  bool asks_cpu = false;
};
const char* name(Approximations::Use use); ///< "not examined"

/// One line for people: what the verdicts on a port hold for.
std::string holds_for(const Approximations& approximations, bool adversarial,
                      const std::string& fingerprint);

struct PortReport {
  std::string path;
  std::string name;
  std::string cpu_features;
  std::string sha256; ///< of the library file, hexadecimal
  std::vector<OperationReport> operations;
  /// Operations that the port does not implement, where it was judged on what it offers.
  std::vector<std::string> not_offered;
  /// Libraries that it is linked to, but for those of the system: their code was judged with it,
  /// and no hash says which it was.
  std::vector<std::string> linked = {};
  Approximations approximations = {};
  /// Of a port for another machine than the judge's: which, as "aarch64/vl128", and the
  /// emulator, as "qemu-aarch64 7.2.22", if that is not this hardware. Elsewhere empty.
  std::string machine = {}, emulator = {};
  /// Of several that call themselves the same: the file's name or, where that is the same as well,
  /// its path.
  std::string told_by = {};
};

/// Its name, and the machine, where that is another than the judge's.
std::string identity(const PortReport& port);

/// The same, and what tells it from others: "mine (build/mine.so)".
std::string label(const PortReport& port);

/// Sets PortReport::told_by.
void tell_apart(std::vector<PortReport>& ports);

/// Whether adversaries chose the approximations of any of its operations.
bool is_adversarial(const PortReport& port);

/// The processor and its approximation instructions: rsqrtps and rcpps are implementation-defined.
struct Machine {
  std::string cpu; ///< model name
  /// SHA-256 of the results for every float in [1, 4); empty where it is not x86-64.
  std::string rsqrtps, rcpps;
  std::vector<std::string> features; ///< as in /proc/cpuinfo
  /// Of both, raw and after a Newton step; empty in old certificates.
  std::string fingerprint = {};
};
inline constexpr size_t kFingerprintDigits = 16;

struct RunReport {
  uint64_t seed = 0;
  uint64_t seeds = 1;              ///< with so many, from `seed` on, it was judged in full
  std::string budget;              ///< as given: "quick", "1m"
  uint64_t shards = 1;             ///< that its time was divided among
  std::string profile = {};        ///< as given; empty: what ports declare
  bool requires_full = false;      ///< only the whole contract certifies
  double requires_executed = 0;    ///< percent of a port's instructions
  std::vector<std::string> models; ///< files whose characters were run
  Machine machine;
  std::vector<Machine> other_machines = {}; ///< that parts of it were judged on
  std::string started;                      ///< UTC, ISO 8601
  double seconds = 0;                       ///< wall clock
  std::vector<PortReport> ports;
  std::string unsaved; ///< why witnesses could not be written; empty if all are
};

/// "1", or "1 to 8".
std::string seeds_in_words(const RunReport& report);

/// "quick", "8h in 32 shards".
std::string budget_in_words(const RunReport& report);

/// "A Processor, Another Processor".
std::string processors_in_words(const RunReport& report);

/// 0 all certified, 1 something refuted, 3 something not run and nothing refuted.
int exit_code(const RunReport& report);

} // namespace ulna
