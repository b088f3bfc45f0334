// `ulna new-port`: a folder with a small port, to begin one's own with.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace ulna {

struct NewPortOptions {
  std::string language;  ///< or library: a folder of examples/
  std::string operation; ///< that it has to have, or empty
  std::string out;       ///< the new folder; empty: "my-port"
};

/// Copies the example, with the path of ulna's headers in its build.sh, and prints the commands
/// that build and certify it. Throws BadInput with one line if there is no such example, if it has
/// no such operation, or if the folder exists or cannot be written.
void new_port_command(const NewPortOptions& options);

/// Adds the command.
void add_new_port_command(CLI::App& app);

} // namespace ulna
