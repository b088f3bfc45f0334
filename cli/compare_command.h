// `ulna compare`.
#pragma once

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command. It sets `exit` when it runs: 1 where something is worse.
void add_compare_command(CLI::App& app, int& exit);

} // namespace ulna
