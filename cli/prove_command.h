// ulna prove.
#pragma once

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command; `exit` is what the program ends with.
void add_prove_command(CLI::App& app, int& exit);

} // namespace ulna
