// What a run leaves that is done in parts: a file of units, each of them work whose result is the
// same whoever does it. Files of one run unite like sets: a unit that was done twice counts once.
#pragma once

#include "shards/shard.h"

#include <nlohmann/json.hpp>

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ulna {

struct Unit {
  std::string ended;      ///< UTC, ISO 8601
  nlohmann::json machine; ///< that it was done on
  nlohmann::json result;  ///< an object; "seconds" in it may differ from one time to another
  std::string where = {}; ///< the file and the line that it was read from, for messages
};

struct UnitFile {
  std::string command;     ///< of ulna, that knows what is in the rest
  uint64_t count = 0;      ///< of units of the whole run
  uint64_t shards = 1;     ///< that they are divided among
  std::string started;     ///< UTC, ISO 8601: the earliest of those that were united
  nlohmann::json identity; ///< an object: what has to be the same for two files to be of one run
  nlohmann::json about;    ///< an object: what may differ, from which the reports are made
  std::map<uint64_t, Unit> units; ///< those that were done, by number
};

inline constexpr const char* kUnitFileName = "units.jsonl";

/// What ends a message about a file of units, or a part of one, that is none.
extern const std::string kUnitsCure;

/// A run of the command that begins now, with nothing in it: of so many units, divided as the shard
/// says. Its identity has the version of ulna.
UnitFile new_run(const char* command, uint64_t count, const Shard& shard);

/// One JSON value in a line: what all units have in common, then for each change of machine that,
/// and each unit. The same for the same units, in whatever order they were united.
std::string write_units(const UnitFile& file);

/// Reads what write_units and UnitWriter wrote; `name` stands for the text in messages. What stands
/// behind the last end of a line is what a process could not end, and is left out. Throws BadInput
/// that names the line and the cure.
UnitFile read_units(std::string_view text, const std::string& name);

/// The same of a file, or of the one that a folder holds.
UnitFile load_units(const std::string& path);

/// Which of two results of a unit counts: the one with the higher rank, of two alike the one that
/// comes first as text. May throw what the JSON library throws where it is no such result.
using Rank = uint64_t (*)(const nlohmann::json& result);

/// Adds the units of a file of the same run, in which the order makes no difference. Throws
/// BadInput that names what is not the same. Returns how many units both have with results that
/// differ in more than the time they took.
size_t unite(UnitFile& into, const std::string& into_name, const UnitFile& other,
             const std::string& other_name, Rank rank);

/// Of the units of the shard, how many are done, and how many there are.
std::pair<uint64_t, uint64_t> done_of(const UnitFile& file, const Shard& shard);

/// The numbers of the shards of which a unit is missing.
std::vector<uint64_t> missing_shards(const UnitFile& file);

/// Adds units to a file as they are done, so that a process may be killed at any time. Other
/// processes must be kept out.
class UnitWriter {
public:
  /// Goes on with the file that is there, or begins one with `run`, which has no units. Throws
  /// BadInput where it is of another run, or cannot be written.
  UnitWriter(std::string path, UnitFile run, const nlohmann::json& machine);

  /// From any thread. The unit is on the disk when it returns; throws BadInput where it cannot be,
  /// and leaves the file as it was.
  void add(uint64_t number, const nlohmann::json& result);

  /// All that were done, by earlier processes too.
  const UnitFile& file() const { return file_; }

private:
  std::string path_;
  UnitFile file_;
  nlohmann::json machine_;
  std::mutex mutex_;
};

} // namespace ulna
