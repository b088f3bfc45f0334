// `ulna sweep`: how wrong a port gets on all arguments of a small piece, or on a dense set of them.
#pragma once

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command. It sets `exit` when it runs.
void add_sweep_command(CLI::App& app, int& exit);

} // namespace ulna
