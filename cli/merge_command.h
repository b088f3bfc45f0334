// `ulna merge`.
#pragma once

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command. Its exit code goes to `exit`.
void add_merge_command(CLI::App& app, int& exit);

} // namespace ulna
