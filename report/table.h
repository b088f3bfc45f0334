// The report as people read it: on a terminal.
#pragma once

#include "cases/verdict.h"

namespace ulna {

/// What the commands that a report quotes are completed with, so that they can be pasted.
struct Folders {
  std::string out;   ///< prefixed to relative paths of witnesses; empty: they are left as they are
  std::string ports; ///< whose ports `--port` knows by name; any other is given by its path
};

/// As a shell takes it.
std::string quoted(const std::string& text);

/// "1,234,567".
std::string grouped(uint64_t n);

/// "<launcher> replay PATH --port P", quoted for a shell where that is needed; empty if the witness
/// was not saved.
std::string replay_command(const std::string& launcher, const PortReport& port,
                           const std::string& witness, const Folders& folders);

/// The command that shows a finding again, quoted for a shell where that is needed: "<launcher>
/// replay PATH... --port P", with what has to be called before it; where that does not show it, the
/// run itself, "<launcher> certify --port P --op O --seed S". Empty if the witness was not saved.
std::string command_for(const std::string& launcher, const RunReport& run, const PortReport& port,
                        const OperationReport& report, const Finding& finding,
                        const Folders& folders);

/// What is shown of a quantity: NaN says nothing of the other words.
const ErrorInBounds& shown(const Largest& largest);

/// Of a whole run. A port without operations counts as one that was not run.
struct Totals {
  std::array<size_t, 3> verdicts{}; ///< how many of each
  size_t under_profiles = 0;        ///< of those certified
  Verdict verdict{};                ///< on the run
  uint64_t cases = 0, elements = 0;
};
Totals totals(const RunReport& report);

/// "3 certified (1 under profiles)".
std::string certified_of(const Totals& all);

/// "slerp_joints", "slerp_joints under aligned-64".
std::string operation_in_words(const OperationReport& report);

/// "certified under aligned-64", "not run: this CPU lacks avx2".
std::string verdict_in_words(const OperationReport& report);

/// Of a refuted operation that a profile would certify, or that is right in another layout: a
/// sentence that names it; else nothing.
std::string suggestion(const OperationReport& report);

/// The quantity of which tables have the error: the first or, where bounds are exceeded, the one
/// that is farthest beyond its own.
size_t shown_quantity(const OperationReport& report);

/// A table with a line for each port and operation, with the largest error found in units of the
/// bound; under it each finding with its command, the measured drift of the blending operations,
/// and the verdict on the run with all its parameters. Lines have at most 80 columns, but for
/// commands, and for long names of ports beside long ones of operations. `wide`: 110, with every
/// digit, the largest error possible, and how many times the one found it is. Colours by ANSI
/// sequences only if asked. Control characters in names and details are shown as '?'. Every
/// OperationReport must name its operation.
std::string report_table(const RunReport& report, const std::string& launcher, bool colour = false,
                         const Folders& folders = {}, bool wide = false);

} // namespace ulna
