// `ulna plot`: a picture of where the errors of one operation are, of one port or of two.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace ulna {

struct PlotOptions {
  std::string operation;
  std::string port;   ///< a built-in port's name or a path
  std::string beside; ///< another one, or empty
  std::string seed = "1";
  std::string out; ///< the file to write; empty: named after operation and ports
};

/// Writes the picture, and prints a line for each port: its largest error, where that is, and the
/// file. Returns 0 if there is a picture, whatever it shows; 1, after one line to the standard
/// error, if a call of a port did not return. Throws BadInput with one line.
int plot_command(const PlotOptions& options);

/// Adds the command. It sets `exit` when it runs.
void add_plot_command(CLI::App& app, int& exit);

} // namespace ulna
