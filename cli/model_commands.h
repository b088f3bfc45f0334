// `ulna inspect` and `ulna convert`.
#pragma once

namespace CLI {
class App;
}

namespace ulna {

/// Adds both commands. They set `exit` when they run.
void add_model_commands(CLI::App& app, int& exit);

} // namespace ulna
