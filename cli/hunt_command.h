// `ulna hunt`: the largest error of one operation of one port that a search finds.
#pragma once

#include "shards/unit_file.h"

namespace CLI {
class App;
}

namespace ulna {

inline constexpr const char* kHunt = "hunt"; ///< UnitFile::command

/// Adds the command. It sets `exit` when it runs: 0 if the port kept its contract, 1 if not.
void add_hunt_command(CLI::App& app, int& exit);

/// Which of two results of a unit counts: the one with a finding, then with the larger error.
uint64_t rank_of_hunt(const nlohmann::json& result);

/// Prints what the shards found, and saves its witnesses below the folder. Returns an exit code: 0
/// no finding, 1 one, 3 units are missing. `name` stands for the file in messages.
int publish_hunt(const UnitFile& file, const std::string& name, const std::string& out);

} // namespace ulna
