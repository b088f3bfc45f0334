// `ulna certify`.
#pragma once

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command. Its exit code goes to `exit`.
void add_certify_command(CLI::App& app, int& exit);

} // namespace ulna
