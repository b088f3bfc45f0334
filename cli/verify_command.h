// `ulna verify`.
#pragma once

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command. It sets `exit` when it runs: 1 where the run does not repeat.
void add_verify_command(CLI::App& app, int& exit);

} // namespace ulna
