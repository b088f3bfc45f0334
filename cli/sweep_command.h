// `ulna sweep`: how wrong a port gets on all arguments of a small piece, or on a dense set of them.
#pragma once

#include "shards/unit_file.h"

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command. It sets `exit` when it runs.
void add_sweep_command(CLI::App& app, int& exit);

/// Prints what the shards of a sweep found, and writes sweep.json and sweep.svg into the folder.
/// Returns an exit code. `name` stands for the file in messages.
int publish_sweep(const UnitFile& file, const std::string& name, const std::string& out);

} // namespace ulna
