#include "shards/unit_file.h"

#include "base/error.h"
#include "base/files.h"
#include "base/json_member.h"
#include "base/now_utc.h"
#include "base/text.h"
#include "base/version.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <set>
#include <tuple>

namespace ulna {
namespace {

using nlohmann::json;

constexpr std::string_view kUnitsSchema = "urn:ulna:units:1";

std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string header_line(const UnitFile& file) {
  return dump({{"schema", kUnitsSchema},
               {"command", file.command},
               {"units", file.count},
               {"shards", file.shards},
               {"started", file.started},
               {"identity", file.identity},
               {"about", file.about}}) +
         '\n';
}

std::string machine_line(const json& machine) {
  return dump({{"machine", machine}}) + '\n';
}

std::string unit_line(uint64_t number, const Unit& unit) {
  return dump({{"unit", number}, {"ended", unit.ended}, {"result", unit.result}}) + '\n';
}

json object(const JsonMember& member) {
  if (!member.value().is_object()) member.refuse("must be an object");
  return member.value();
}

void read_header(const JsonMember& from, UnitFile& file) {
  if (!from.has("schema") || from["schema"].text() != kUnitsSchema)
    from.refuse(fmt::format("must have the schema {}", kUnitsSchema));
  from.has_only({"schema", "command", "units", "shards", "started", "identity", "about"});
  file.command = from["command"].text();
  file.count = from["units"].count();
  file.shards = from["shards"].count();
  if (file.shards == 0 || file.shards > kMostShards)
    from["shards"].refuse(fmt::format("must be from 1 to {}", kMostShards));
  file.started = from["started"].text();
  file.identity = object(from["identity"]);
  file.about = object(from["about"]);
}

std::pair<uint64_t, Unit> read_unit(const JsonMember& from, const json& machine, uint64_t count,
                                    const std::string& where) {
  from.has_only({"unit", "ended", "result"});
  const uint64_t number = from["unit"].count();
  if (number >= count) from["unit"].refuse(fmt::format("must be less than {}", count));
  return {number, {from["ended"].text(), machine, object(from["result"]), where}};
}

/// Which of two counts, and in what the choice ends: a total order, as else the order of merging
/// would show.
bool counts_before(const Unit& a, const Unit& b, Rank rank) {
  if (const uint64_t of_a = rank(a.result), of_b = rank(b.result); of_a != of_b) return of_a > of_b;
  const auto order = [](const Unit& unit) {
    return std::tuple(dump(unit.result), unit.ended, dump(unit.machine));
  };
  return order(a) < order(b);
}

bool differ(json a, json b) {
  a.erase("seconds");
  b.erase("seconds");
  return a != b;
}

/// "ports/0/sha256 is "12.." here and "34.." there".
std::string difference(const json& ours, const json& theirs, const std::string& path = {}) {
  constexpr size_t kLength = 80;
  if (ours.is_object() && theirs.is_object()) {
    std::set<std::string> names;
    for (const auto& [name, value] : ours.items()) names.insert(name);
    for (const auto& [name, value] : theirs.items()) names.insert(name);
    const auto in = [](const json& all, const std::string& name) {
      return all.contains(name) ? all[name] : json();
    };
    for (const std::string& name : names)
      if (in(ours, name) != in(theirs, name))
        return difference(in(ours, name), in(theirs, name), path + "/" + name);
  } else if (ours.is_array() && ours.size() == theirs.size()) {
    for (size_t i = 0; i < ours.size(); ++i)
      if (ours[i] != theirs[i])
        return difference(ours[i], theirs[i], fmt::format("{}/{}", path, i));
  }
  const auto said = [](const json& value) {
    return value.is_null() ? "missing" : printable(dump(value), kLength);
  };
  return fmt::format("{} is {} here and {} there",
                     printable(path.substr(path.empty() ? 0 : 1), kLength), said(ours),
                     said(theirs));
}

/// What has to be the same for two files to be of one run.
json whole_identity(const UnitFile& file) {
  json whole = file.identity;
  whole["command"] = file.command;
  whole["units"] = file.count;
  whole["shards"] = file.shards;
  return whole;
}

/// The part of a file that a process ended, and where it ends.
std::string_view whole_lines(std::string_view text) {
  const size_t end = text.rfind('\n');
  return text.substr(0, end == text.npos ? 0 : end + 1);
}

} // namespace

const std::string kUnitsCure = "take the file as ulna wrote it, and the same version of ulna";

UnitFile new_run(const char* command, uint64_t count, const Shard& shard) {
  UnitFile file;
  file.command = command;
  file.count = count;
  file.shards = shard.of;
  file.started = now_utc();
  file.identity["ulna"] = version_and_commit(version(), commit());
  return file;
}

std::string write_units(const UnitFile& file) {
  std::string text = header_line(file);
  const json* machine = nullptr;
  for (const auto& [number, unit] : file.units) {
    if (!machine || *machine != unit.machine) text += machine_line(unit.machine);
    machine = &unit.machine;
    text += unit_line(number, unit);
  }
  return text;
}

UnitFile read_units(std::string_view text, const std::string& name) {
  std::string_view left = whole_lines(text);
  if (left.empty())
    throw BadInput(fmt::format("{}: it is not a file of units; {}", name, kUnitsCure));
  UnitFile file;
  json machine;
  for (size_t number = 1; !left.empty(); ++number) {
    const std::string where = fmt::format("{}:{}", name, number);
    const std::string_view line = left.substr(0, left.find('\n'));
    left.remove_prefix(line.size() + 1);
    const json parsed = parse_json(line, where, kUnitsCure);
    const JsonMember from(parsed, number == 1 ? "run" : "unit", where, kUnitsCure);
    if (!parsed.is_object()) from.refuse("must be an object");
    if (number == 1) {
      read_header(from, file);
    } else if (from.has("machine")) {
      from.has_only({"machine"});
      machine = object(from["machine"]);
    } else {
      if (machine.is_null()) from.refuse("must come behind a machine");
      auto [unit_number, unit] = read_unit(from, machine, file.count, where);
      file.units.insert_or_assign(unit_number, std::move(unit)); // done again, as it was not run
    }
  }
  return file;
}

UnitFile load_units(const std::string& path) {
  std::error_code ignored;
  const std::string file = std::filesystem::is_directory(path, ignored)
                               ? (std::filesystem::path(path) / kUnitFileName).string()
                               : path;
  return read_units(read_file(file), file);
}

size_t unite(UnitFile& into, const std::string& into_name, const UnitFile& other,
             const std::string& other_name, Rank rank) {
  if (other.command != into.command)
    throw BadInput(fmt::format("{}: what `ulna {}` left, and {} is of `ulna {}`; merge what is of "
                               "one run",
                               other_name, printable(other.command), into_name,
                               printable(into.command)));
  const json ours = whole_identity(other), theirs = whole_identity(into);
  if (ours != theirs)
    throw BadInput(fmt::format("{}: it is of another run than {}: {}; merge what is of one run",
                               other_name, into_name, difference(ours, theirs)));
  into.started = std::min(into.started, other.started);
  if (dump(other.about) < dump(into.about)) into.about = other.about;
  size_t differing = 0;
  for (const auto& [number, unit] : other.units) {
    const auto [at, is_new] = into.units.try_emplace(number, unit);
    if (is_new) continue;
    differing += differ(at->second.result, unit.result);
    try {
      if (counts_before(unit, at->second, rank)) at->second = unit;
    } catch (const json::exception& e) { // a member is missing, or is something else
      throw BadInput(fmt::format("{}: unit {} is not as ulna wrote it ({}); {}", unit.where, number,
                                 printable(e.what(), 200), kUnitsCure));
    }
  }
  return differing;
}

std::pair<uint64_t, uint64_t> done_of(const UnitFile& file, const Shard& shard) {
  const auto [begin, end] = shard.units(file.count);
  const auto done = std::distance(file.units.lower_bound(begin), file.units.lower_bound(end));
  return {static_cast<uint64_t>(done), end - begin};
}

std::vector<uint64_t> missing_shards(const UnitFile& file) {
  std::vector<uint64_t> missing;
  for (uint64_t number = 1; number <= file.shards; ++number) {
    const auto [done, all] = done_of(file, {number, file.shards});
    if (done < all) missing.push_back(number);
  }
  return missing;
}

UnitWriter::UnitWriter(std::string path, UnitFile run, const json& machine)
    : path_(std::move(path)), file_(std::move(run)), machine_(json::parse(dump(machine))) {
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) {
    write_file_whole(path_, header_line(file_));
  } else {
    const std::string text = read_file(path_);
    UnitFile before = read_units(text, path_);
    const json here = whole_identity(file_), there = whole_identity(before);
    if (here != there)
      throw BadInput(fmt::format("{}: it holds units of another run: {}; name another folder, or "
                                 "remove the file",
                                 path_, difference(here, there)));
    file_ = std::move(before);
    if (const size_t whole = whole_lines(text).size(); whole < text.size())
      std::filesystem::resize_file(path_, whole);
  }
  append_to_file(path_, machine_line(machine_));
}

void UnitWriter::add(uint64_t number, const json& result) {
  // As who reads the file will have it.
  Unit unit{now_utc(), machine_, json::parse(dump(result)), path_};
  const std::lock_guard lock(mutex_);
  append_to_file(path_, unit_line(number, unit));
  file_.units.insert_or_assign(number, std::move(unit));
}

} // namespace ulna
