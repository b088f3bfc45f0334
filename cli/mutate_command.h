// `ulna mutate`: how many wrong versions of a port the judge refutes.
#pragma once

#include "shards/unit_file.h"

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command. It sets `exit` when it runs: 0 if every survivor has a reason, 1 if one has
/// none, 3 if nothing was tried.
void add_mutate_command(CLI::App& app, int& exit);

/// Prints what became of the mutants of the shards, and writes mutants.json into the folder.
/// Returns an exit code. `name` stands for the file in messages.
int publish_mutants(const UnitFile& file, const std::string& name, const std::string& out);

} // namespace ulna
