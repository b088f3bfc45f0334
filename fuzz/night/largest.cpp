#include "fuzz/night/largest.h"

#include "base/error.h"
#include "base/files.h"
#include "fuzz/night/hashed_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ulna::night {
namespace {

using nlohmann::json;
constexpr double kSmallest = 1.0 / 64; ///< of the bound: growth below is not worth climbing for
constexpr double kHighest = 1 << 20;   ///< where the climb is over, infinity included

json number(double x) {
  return std::isfinite(x) ? json(x) : json(nullptr);
}

double number(const json& j) {
  return j.is_null() ? INFINITY : j.get<double>();
}

double doublings(double before, double after) {
  return std::log2(std::clamp(after, kSmallest, kHighest) /
                   std::clamp(before, kSmallest, kHighest));
}

struct Line {
  LargestErrors::Name name;
  LargestError error;
  std::string file;
};

/// False for a line that is cut, altered or of no use.
bool read_line(const std::string& text, Line& line) {
  const json j = json::parse(text, nullptr, false);
  if (!j.is_object()) return false;
  try {
    line.name = {j.at("operation").get<std::string>(), j.at("port").get<std::string>(),
                 j.at("quantity").get<std::string>()};
    line.error = {
        number(j.at("fraction")), number(j.at("error")), number(j.at("bound")), {}, false};
    line.file = j.at("file").get<std::string>();
  } catch (const json::exception&) {
    return false;
  }
  return line.error.fraction > 0 && !line.file.empty();
}

} // namespace

LargestErrors::LargestErrors(const Folder& folder, Log& log) : folder_(folder) {
  for (const fs::path& file : files_in(folder.largest())) {
    if (file.extension() != ".json") continue;
    try {
      const json j = read_hashed(file);
      const Name name{j.at("operation").get<std::string>(), j.at("port").get<std::string>(),
                      j.at("quantity").get<std::string>()};
      all_[name] = {number(j.at("fraction")), number(j.at("error")), number(j.at("bound")),
                    j.at("seen").get<std::string>(), j.value("settled", false)};
    } catch (const std::exception& e) {
      const fs::path kept = set_aside(file, folder.corrupt());
      set_aside(fs::path(file).replace_extension(".case"), folder.corrupt());
      log.line(fmt::format("{}: {}. Kept as {} with its witness", file.string(), e.what(),
                           kept.string()));
    }
  }
}

fs::path LargestErrors::witness(const Name& name) const {
  const auto& [operation, port, quantity] = name;
  const std::string all = operation + '\n' + port + '\n' + quantity;
  return folder_.largest() / fmt::format("{}-{}.case",
                                         file_name(operation + "-" + port + "-" + quantity),
                                         sha256_hex(all).substr(0, 8));
}

double LargestErrors::take(const fs::path& jsonl) {
  std::error_code error;
  if (!fs::exists(jsonl, error)) return 0;
  std::map<Name, Line> best;
  std::istringstream lines(read_file(jsonl.string(), size_t{256} << 20));
  for (std::string text; std::getline(lines, text);) {
    Line line;
    if (!read_line(text, line)) continue;
    Line& old = best[line.name];
    if (line.error.fraction > old.error.fraction) old = std::move(line);
  }
  double grown = 0;
  for (auto& [name, line] : best) {
    const auto known = all_.find(name);
    const double before = known == all_.end() ? 0 : known->second.fraction;
    if (!(line.error.fraction > before)) continue;
    const fs::path file = jsonl.parent_path() / fs::path(line.file).filename();
    if (!fs::exists(file, error)) continue;
    // The witness first: a record without one would be worth nothing.
    write_file_whole(witness(name).string(), read_file(file.string()));
    line.error.seen = now_utc();
    write(name, line.error);
    grown += doublings(before, line.error.fraction);
  }
  return grown;
}

void LargestErrors::write(const Name& name, const LargestError& e) {
  json j = error_json(name, e);
  j["settled"] = e.settled;
  write_hashed(witness(name).replace_extension(".json"), j);
  all_[name] = e;
}

bool LargestErrors::take_smaller(const Name& name, const fs::path& jsonl) {
  Line line;
  const auto known = all_.find(name);
  if (known == all_.end() || !read_line(read_file(jsonl.string()), line)) return false;
  if (!(line.error.fraction >= known->second.fraction)) return false;
  const fs::path file = jsonl.parent_path() / fs::path(line.file).filename();
  line.error.seen = known->second.seen;
  line.error.settled = true;
  // Killed in between, it shows no less than the record says, and is cut down again.
  write_file_whole(witness(name).string(), read_file(file.string()));
  write(name, line.error);
  return true;
}

void LargestErrors::settle(const Name& name) {
  LargestError e = all_.at(name);
  e.settled = true;
  write(name, e);
}

nlohmann::json error_json(const LargestErrors::Name& name, const LargestError& e) {
  return {{"operation", std::get<0>(name)},
          {"port", std::get<1>(name)},
          {"quantity", std::get<2>(name)},
          {"fraction", number(e.fraction)},
          {"error", number(e.error)},
          {"bound", number(e.bound)},
          {"seen", e.seen}};
}

} // namespace ulna::night
