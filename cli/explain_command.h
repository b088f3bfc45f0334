// ulna explain.
#pragma once

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command; `exit` is what the program ends with.
void add_explain_command(CLI::App& app, int& exit);

} // namespace ulna
