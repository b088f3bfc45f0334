// `ulna mutate`: how many wrong versions of a port the judge refutes.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command. It sets `exit` when it runs: 0 if every survivor has a reason, 1 if one has
/// none, 3 if nothing was tried.
void add_mutate_command(CLI::App& app, int& exit);

} // namespace ulna
