#include "fuzz/night/findings.h"

#include "base/error.h"
#include "base/files.h"
#include "cases/operation.h"
#include "cases/verdict.h"
#include "fuzz/night/hashed_json.h"
#include "reference/conversion/check.h"

#include <fmt/format.h>

namespace ulna::night {
namespace {

using nlohmann::json;
constexpr const char* kRecord = "finding.json";
constexpr const char* kMore = "more"; ///< folder of further witnesses

const char* text_of(Shrunk shrunk) {
  switch (shrunk) {
  case Shrunk::not_yet:
    return "not yet";
  case Shrunk::yes:
    return "yes";
  case Shrunk::alone_silent:
    return "shows nothing alone";
  case Shrunk::cannot:
    break;
  }
  return "cannot";
}

Shrunk shrunk_of(const std::string& text) {
  for (const Shrunk s : {Shrunk::not_yet, Shrunk::yes, Shrunk::alone_silent, Shrunk::cannot})
    if (text == text_of(s)) return s;
  throw BadInput(fmt::format("shrunk is {}", text));
}

json to_json(const Distinct& d) {
  return {{"version", 1},
          {"target", d.key.target},
          {"port", d.key.port},
          {"kind", d.key.kind},
          {"where", d.key.where},
          {"detail", d.detail},
          {"port_path", d.port_path},
          {"first_seen", d.first_seen},
          {"last_seen", d.last_seen},
          {"first_night", d.first_night},
          {"last_night", d.last_night},
          {"count", d.count},
          {"count_tonight", d.count_tonight},
          {"first", d.first},
          {"witness", d.witness},
          {"shrunk", text_of(d.shrunk)},
          {"called_night", d.called_night},
          {"shows", d.shows}};
}

Distinct from_json(const json& j) {
  if (j.at("version").get<int>() != 1) throw BadInput("a version of another ulna");
  const auto text = [&](const char* name) { return j.at(name).get<std::string>(); };
  Distinct d;
  d.key = {text("target"), text("port"), text("kind"), text("where")};
  d.detail = text("detail");
  d.port_path = j.value("port_path", "");
  d.first_seen = text("first_seen");
  d.last_seen = text("last_seen");
  d.first_night = text("first_night");
  d.last_night = text("last_night");
  d.count = j.at("count").get<uint64_t>();
  d.count_tonight = j.at("count_tonight").get<uint64_t>();
  d.first = text("first");
  d.witness = text("witness");
  d.shrunk = shrunk_of(text("shrunk"));
  d.called_night = j.value("called_night", "");
  d.shows = j.value("shows", true);
  return d;
}

/// Which clause of docs/conversion.md a note speaks of: the first that it names before a colon.
std::string clause_in(const std::string& note) {
  std::string best;
  size_t first = note.npos;
  for (int i = 1; i <= int(reference::Clause::counts); ++i) {
    const std::string clause = reference::name(reference::Clause(i));
    const size_t at = note.find(" " + clause + ": ");
    if (at < first) {
      first = at;
      best = clause;
    }
  }
  return best;
}

} // namespace

bool is_case(const fs::path& witness) {
  return witness.extension() == ".case";
}

std::string Key::id() const {
  const std::string all = target + '\n' + port + '\n' + kind + '\n' + where;
  const std::string name = port.empty() ? kind : port + "-" + kind;
  return file_name(name) + "-" + sha256_hex(all).substr(0, 12);
}

Key key_of(const std::string& file, const std::string& operation, const std::string& note) {
  std::string rest = fs::path(file).stem();
  const size_t hash = rest.rfind('-');
  if (rest.starts_with(operation + "-") && hash != rest.npos && hash > operation.size()) {
    rest = rest.substr(operation.size() + 1, hash - operation.size() - 1);
    for (int i = 0; i < kNumFindingKinds; ++i) {
      const auto kind = FindingKind(i);
      const std::string ending = std::string("-") + name(kind);
      if (!rest.ends_with(ending) || rest.size() == ending.size()) continue;
      return {operation, rest.substr(0, rest.size() - ending.size()), name(kind),
              kind == FindingKind::not_valid ? clause_in(" " + note) : ""};
    }
  }
  return {operation, "", "unnamed", ""};
}

Key key_of(const std::string& target, const Trace& trace) {
  return {target, "", trace.what.empty() ? "not seen again" : trace.what, trace.where()};
}

Findings::Findings(const Folder& folder, Log& log) : folder_(folder), log_(log) {
  for (const fs::path& target : folders_in(folder.findings()))
    for (const fs::path& one : folders_in(target)) load(one);
}

void Findings::load(const fs::path& folder) {
  try {
    Distinct d = from_json(read_hashed(folder / kRecord));
    if (d.key.id() != folder.filename() || fs::path(d.first).filename() != d.first ||
        fs::path(d.witness).filename() != d.witness)
      throw BadInput("it is in the wrong folder");
    std::error_code error;
    if (!fs::exists(folder / d.witness, error)) d.witness = d.first;
    const Key key = d.key;
    all_.insert_or_assign(key, std::move(d));
  } catch (const std::exception& e) { // of ours and of the JSON library
    std::error_code error;
    if (fs::exists(fs::symlink_status(folder / kRecord, error))) {
      const fs::path kept = set_aside(folder / kRecord, folder_.corrupt());
      log_.line(fmt::format("{}: {}. Kept as {}; its witnesses are filed again", folder.string(),
                            e.what(), kept.string()));
    }
    give_back(folder);
  }
}

void Findings::give_back(const fs::path& folder) {
  const fs::path work = folder_.work() / (folder.parent_path().filename().string() + ".again");
  for (const fs::path& place : {folder, folder / kMore}) {
    for (const fs::path& file : files_in(place)) {
      const std::string name = file.filename();
      // "small" ones are what was made of the others, under a name that says nothing
      if (name.starts_with("small") || name == "trace.txt") continue;
      move_file(file, work / (is_case(file) ? "findings" : "artifacts") / name);
    }
  }
}

fs::path Findings::folder_of(const Distinct& finding) const {
  return folder_.findings() / file_name(finding.key.target) / finding.key.id();
}

size_t Findings::new_in(const std::string& night) const {
  size_t count = 0;
  for (const auto& [key, d] : all_) count += d.first_night == night;
  return count;
}

Distinct* Findings::file(const Key& found, const fs::path& witness, const std::string& detail,
                         const std::string& night) {
  Key key = found;
  if (key.port.empty() && find_operation(key.target)) key.port = port_name_;
  const std::string name = witness.filename();
  const auto known = all_.find(key);
  const bool is_new = known == all_.end();
  Distinct d = is_new ? Distinct{} : known->second;
  if (is_new) {
    d.key = key;
    d.detail = detail;
    d.first_seen = now_utc();
    d.first_night = night;
    d.first = d.witness = name;
    if (find_operation(key.target)) d.port_path = port_path_;
  }
  const fs::path folder = folder_of(d);
  std::error_code error;
  const bool first = name == d.first;
  const bool here = first ? !is_new : fs::exists(folder / kMore / name, error);
  if (!here) { // otherwise it is the second half of what was cut short
    if (d.last_night != night) d.count_tonight = 0;
    d.last_night = night;
    d.last_seen = now_utc();
    ++d.count;
    ++d.count_tonight;
  }
  make_folder(folder);
  // The record before the file: while the file is still where it was found, it is filed again.
  write_hashed(folder / kRecord, to_json(d));
  if (first) {
    move_file(witness, folder / name);
  } else if (here || d.count <= kKept) {
    move_file(witness, folder / kMore / name);
  } else {
    fs::remove(witness, error);
  }
  Distinct& filed = all_.insert_or_assign(key, std::move(d)).first->second;
  return is_new ? &filed : nullptr;
}

void Findings::update(const Distinct& finding) {
  write_hashed(folder_of(finding) / kRecord, to_json(finding));
}

} // namespace ulna::night
