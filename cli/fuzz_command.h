// `ulna fuzz`, and what its runner calls for each thing that it finds.
#pragma once

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command. It sets `exit` when it runs.
void add_fuzz_command(CLI::App& app, int& exit);
void add_triage_command(CLI::App& app, int& exit);

} // namespace ulna
