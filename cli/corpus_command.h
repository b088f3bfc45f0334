// `ulna corpus`: what was found, kept and called again.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace ulna {

/// Adds the command with its own commands add, replay and seed. The one that runs sets `exit`;
/// commands that are quoted begin with `launcher`.
void add_corpus_command(CLI::App& app, const std::string& launcher, int& exit);

} // namespace ulna
