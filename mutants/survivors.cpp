#include "mutants/survivors.h"

#include "base/error.h"
#include "base/files.h"
#include "base/likely_name.h"
#include "base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

using namespace std::string_literals;

namespace ulna::mutants {
namespace {

std::string file_of(const Outcome& outcome) {
  return std::filesystem::path(outcome.source.file).filename();
}

bool is_of(const Outcome& outcome, const Report& report, const Argued& row) {
  if (row.port != report.port || row.operation != report.operation->name) return false;
  if (row.mutant.empty())
    return (outcome.same_bits || row.any_bits) &&
           (row.file.empty() ? row.function == function_of(outcome) : row.file == file_of(outcome));
  return row.mutant == outcome.mutant.description &&
         (row.function == function_of(outcome) || row.function == outcome.source.function);
}

std::string quoted(std::string text) {
  for (size_t at = 0; (at = text.find_first_of("\\\"", at)) != text.npos; at += 2)
    text.insert(at, 1, '\\');
  return '"' + text + '"';
}

/// A text, or the texts of an array; nothing, where one is missing or empty.
std::vector<std::string> texts_of(toml::node_view<const toml::node> node) {
  std::vector<std::string> out;
  const auto add = [&](const toml::node* text) {
    out.push_back(text ? text->value_or(std::string()) : std::string());
  };
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& text : *array) add(&text);
  } else {
    add(node.node());
  }
  const auto is_blank = [](const std::string& text) {
    return text.find_first_not_of(' ') == text.npos;
  };
  return std::ranges::any_of(out, is_blank) ? std::vector<std::string>{} : out;
}

constexpr std::string_view kMembers[] = {"port", "operation", "function", "mutant",
                                         "file", "bits",      "reason"};
constexpr std::string_view kReasons[] = {"equivalent", "within the bound", "not reachable",
                                         "slower", "open"};

/// A mistyped member would be no member, and a mistyped operation would never match anything.
void check_members(const toml::table& row, const std::string& place) {
  for (const auto& [key, value] : row)
    if (std::ranges::find(kMembers, key.str()) == std::end(kMembers))
      throw BadInput(fmt::format(
          "{}: a [[survivor]] has no {}; {}", place, printable(key.str()),
          did_you_mean(key.str(), kMembers, fmt::format("it has {}", fmt::join(kMembers, ", ")))));
}

void check_reason(const std::string& reason, const std::string& place) {
  const bool known = std::ranges::any_of(kReasons, [&](std::string_view word) {
    return reason == word || (reason.starts_with(word) && reason[word.size()] == ':');
  });
  if (!known)
    throw BadInput(fmt::format("{}: the reason '{}' begins with none of {}; begin it with one, and "
                               "a colon",
                               place, printable(reason), fmt::join(kReasons, ", ")));
}

void check_operation(const std::string& operation, const std::string& place) {
  try {
    operation_named(operation);
  } catch (const BadInput& e) {
    throw BadInput(fmt::format("{}: {}", place, e.what()));
  }
}

} // namespace

const std::string& function_of(const Outcome& outcome) {
  return outcome.source.inlined.empty() ? outcome.source.function : outcome.source.inlined;
}

std::vector<Argued> read_survivors(const std::string& path) {
  const std::string text = read_file(path);
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& e) {
    throw BadInput(fmt::format("{}:{}: {}; write it as docs/mutants.md says", path,
                               e.source().begin.line, e.description()));
  }
  for (const auto& [key, value] : table)
    if (key != "survivor")
      throw BadInput(
          fmt::format("{}: it has '{}', and only [[survivor]] is known", path, key.str()));
  std::vector<Argued> all;
  std::map<Argued, std::string> places;
  const toml::array* rows = table["survivor"].as_array();
  for (size_t i = 0; rows && i < rows->size(); ++i) {
    const toml::table* row = rows->get(i)->as_table();
    const std::string place = fmt::format("{}:{}", path, rows->get(i)->source().begin.line);
    if (row) check_members(*row, place);
    const auto texts = [&](const char* name, size_t most = SIZE_MAX) {
      std::vector<std::string> out = row ? texts_of((*row)[name]) : std::vector<std::string>{};
      if (out.empty() || out.size() > most)
        throw BadInput(fmt::format("{}: a [[survivor]] needs a {}, in quotes", place, name));
      return out;
    };
    const bool by_bits = row && row->contains("bits"), by_file = by_bits && row->contains("file");
    const std::string bits = by_bits ? (*row)["bits"].value_or(""s) : "";
    if (by_bits && (row->contains("mutant") || (bits != "same" && bits != "any")))
      throw BadInput(fmt::format("{}: bits is \"same\" or \"any\", and such a row must not name a "
                                 "mutant",
                                 place));
    const std::vector<std::string> none{""};
    const std::vector<std::string> ports = texts("port"), operations = texts("operation"),
                                   functions = by_file ? none : texts("function"),
                                   files = by_file ? texts("file") : none,
                                   mutants = by_bits ? none : texts("mutant");
    const std::string reason = texts("reason", 1).front();
    check_reason(reason, place);
    for (const std::string& operation : operations) check_operation(operation, place);
    for (const std::string& port : ports)
      for (const std::string& operation : operations)
        for (const std::string& function : functions)
          for (const std::string& file : files)
            for (const std::string& mutant : mutants) {
              Argued argued{port, operation, function, mutant, "", file, bits == "any"};
              if (const auto [there, is_new] = places.emplace(argued, place); !is_new)
                throw BadInput(
                    fmt::format("{}: the same as the row of {}; remove one", place, there->second));
              argued.reason = reason;
              all.push_back(std::move(argued));
            }
  }
  return all;
}

Review review(const Report& report, const std::vector<Argued>& argued, bool complete) {
  Review out;
  std::set<const Argued*> seen;
  for (const Outcome& outcome : report.survivors) {
    const auto row = std::find_if(argued.begin(), argued.end(),
                                  [&](const Argued& a) { return is_of(outcome, report, a); });
    if (row == argued.end()) {
      out.unargued.push_back(&outcome);
    } else {
      seen.insert(&*row);
    }
  }
  for (const Argued& row : argued) {
    if (!complete || row.port != report.port || row.operation != report.operation->name ||
        seen.contains(&row))
      continue;
    const bool killed = std::ranges::any_of(
        report.killed, [&](const Outcome& outcome) { return is_of(outcome, report, row); });
    (killed ? out.killed : out.not_made).push_back(row);
  }
  return out;
}

std::string survivors_text(const Report& report, const std::vector<const Outcome*>& survivors) {
  std::set<std::string> rows;
  for (const Outcome* outcome : survivors)
    rows.insert(fmt::format("[[survivor]]\nport = {}\noperation = {}\nfunction = {}\nmutant = {}\n"
                            "reason = \"\"\n\n",
                            quoted(report.port), quoted(report.operation->name),
                            quoted(function_of(*outcome)), quoted(outcome->mutant.description)));
  std::string text;
  for (const std::string& row : rows) text += row;
  return text;
}

} // namespace ulna::mutants
