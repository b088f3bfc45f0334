// What the programs of the command line share.
#pragma once

#include "judge/judge.h"

#include <string>

namespace CLI {
class App;
}

namespace ulna {

/// What starts `ulna` for the user, for the commands that we quote.
const std::string& launcher();

/// Gives the app what all commands have: messages in our words, --version, exit codes in --help.
/// Before there are commands, which take them over.
void prepare(CLI::App& app);

/// --machine, of which `machine` takes what is said.
void add_machine_option(CLI::App& command, std::string& machine);

/// --profile, the same.
void add_profile_option(CLI::App& command, std::string& profile);

inline constexpr const char* kExitCodes =
    "Exit codes: 0 all certified, 1 something refuted, 2 bad usage or input, 3 something not run,\n"
    "4 ulna itself failed.";

/// Parses and runs. The exit code is that of the command, which it has set, or 2.
int parse(CLI::App& app, int argc, char** argv, const int& exit);

/// Runs it, with what it throws told in one line and as an exit code: 0 all certified, 1 something
/// refuted, 2 bad usage or input, 3 something not run, 4 ulna itself failed; and 141 where nobody
/// reads what it prints any more, as in `ulna list | head`.
int run_program(int argc, char** argv, int (*run)(int argc, char** argv));

} // namespace ulna
