#include "cli/program.h"

#include "base/error.h"
#include "base/likely_name.h"
#include "base/memory.h"
#include "base/version.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>
#include <system_error>
#include <vector>

namespace ulna {
namespace {

constexpr int kExitBadInput = 2;
constexpr int kExitNotRun = 3;
constexpr int kExitInternal = 4;
constexpr int kExitUnread = 128 + SIGPIPE; ///< `| head`: as of a program that the signal ended
std::string launched_as = "ulna";

/// fmt::print throws where nothing can be written, which would end the program in a handler.
void complain(const std::string& text) {
  std::fputs(("ulna: " + text).c_str(), stderr);
}

/// ", did you mean --seed?" where an option that there is not is near to one of the command's.
std::string meant_option(const CLI::App& app, const std::string& message) {
  const size_t at = message.find(" --");
  if (at == message.npos) return "";
  std::string_view given = std::string_view(message).substr(at + 1);
  given = given.substr(0, given.find_first_of(" ="));
  std::vector<std::string> options;
  for (const CLI::App* command : app.get_subcommands())
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  const auto likely =
      likely_name(given, std::vector<std::string_view>(options.begin(), options.end()));
  return likely ? fmt::format(", did you mean {}?", *likely) : "";
}

} // namespace

const std::string& launcher() {
  return launched_as;
}

void prepare(CLI::App& app) {
  app.require_subcommand(1);
  app.failure_message([](const CLI::App* failed, const CLI::Error& e) {
    std::string what = e.what();
    if (e.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError))
      what += meant_option(*failed, what);
    // The library's words for an option given twice count requirements.
    if (const size_t at = what.find(": At Most 1 required"); at != what.npos)
      what = what.substr(0, at) + ": given more than once; say it once";
    return fmt::format("ulna: {}; see ulna --help\n", what);
  });
  app.set_version_flag("--version", version_line());
  // Of the commands that say nothing else.
  app.footer(
      "Exit codes: 0 done, 2 bad usage or input, 3 it cannot run here, 4 ulna itself failed.");
}

void add_machine_option(CLI::App& command, std::string& machine) {
  command
      .add_option("--machine", machine,
                  "processor to emulate, for a port of another machine, as `ulna list` names it")
      ->check([](const std::string& name) { return name.empty() ? "name a machine" : ""; });
}

void add_profile_option(CLI::App& command, std::string& profile) {
  command
      .add_option("--profile", profile,
                  "what ports promise in place of what they declare: names with commas between "
                  "them, or full for the whole contract (`ulna contract --profile`)")
      ->check([](const std::string& names) { return names.empty() ? "say which" : ""; });
}

int parse(CLI::App& app, int argc, char** argv, const int& exit) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : kExitBadInput;
  }
  if (std::fflush(stdout) != 0) {
    if (errno == EPIPE) return kExitUnread;
    throw BadInput("cannot write to the standard output");
  }
  return exit;
}

int run_program(int argc, char** argv, int (*run)(int argc, char** argv)) {
  keep_freed_memory();
  if (const char* script = std::getenv("ULNA_LAUNCHER")) {
    launched_as = script;
  } else if (argc > 0) {
    launched_as = argv[0];
  }
  std::signal(SIGXFSZ, SIG_IGN); // a file too large is an error like others
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (const NotRun& e) {
    complain(fmt::format("{}\n", e.what()));
    return kExitNotRun;
  } catch (const BadInput& e) {
    complain(fmt::format("{}\n", e.what()));
    return kExitBadInput;
  } catch (const LoadCrash& e) {
    complain(fmt::format("the port cannot be used: {}\n", e.what));
    return 1;
  } catch (const std::bad_alloc&) {
    complain("out of memory; check `ulimit -a`, or give it less to do\n");
    return kExitBadInput;
  } catch (const std::system_error& e) {
    if (e.code() == std::errc::broken_pipe) return kExitUnread;
    complain(fmt::format("{}; check `ulimit -a` and the disk\n", e.what()));
    return kExitBadInput;
  } catch (const std::exception& e) {
    complain(
        fmt::format("internal error: {}\nPlease report this; no verdict was given.\n", e.what()));
    return kExitInternal;
  }
}

} // namespace ulna
