#include "corpus/provenance.h"

#include "approximations/examine.h"
#include "base/error.h"
#include "base/files.h"
#include "judge/judge.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

namespace ulna::corpus {
namespace {

constexpr std::string_view kBegin = "corpus ";

/// The fields of the line, in order: "key value; ", but for the last, which may hold anything.
class Fields {
public:
  explicit Fields(std::string_view line) : rest_(line) {}

  std::string_view take(std::string_view key) { return take(key, rest_.find("; ")); }
  std::string_view last(std::string_view key) { return take(key, rest_.size()); }

private:
  std::string_view take(std::string_view key, size_t end) {
    const std::string_view field = rest_.substr(0, end);
    if (!field.starts_with(key) || field.size() < key.size() + 2 || field[key.size()] != ' ')
      throw BadInput(fmt::format(
          "its note does not say where the case comes from: expected '{} ...' at '{}'; see "
          "docs/corpus.md",
          key, field.substr(0, 40)));
    rest_.remove_prefix(std::min(field.size() + 2, rest_.size()));
    return field.substr(key.size() + 1);
  }

  std::string_view rest_;
};

[[noreturn]] void fail(std::string_view key, std::string_view value, std::string_view owed) {
  throw BadInput(fmt::format("its note says '{} {}', which must be {}; see docs/corpus.md", key,
                             value.substr(0, 40), owed));
}

double number(Fields& fields, std::string_view key) {
  const std::string_view text = fields.take(key);
  double x{};
  const auto r = std::from_chars(text.data(), text.data() + text.size(), x);
  if (r.ec != std::errc{} || r.ptr != text.data() + text.size() || !std::isfinite(x) || x < 0)
    fail(key, text, "a number");
  return x;
}

/// A word of the pattern: 9 stands for a digit, h for a hexadecimal one.
std::string pattern(Fields& fields, std::string_view key, std::string_view shape) {
  const std::string_view text = fields.take(key);
  const auto fits = [](char c, char s) {
    const bool digit = c >= '0' && c <= '9';
    return s == '9' ? digit : s == 'h' ? digit || (c >= 'a' && c <= 'f') : c == s;
  };
  if (text.size() != shape.size() || !std::equal(text.begin(), text.end(), shape.begin(), fits))
    fail(key, text, fmt::format("like {}", shape));
  return std::string(text);
}

std::string date(Fields& fields) {
  std::string text = pattern(fields, "found", "9999-99-99");
  const auto part = [&](size_t at, size_t length) { return std::stoi(text.substr(at, length)); };
  const std::chrono::year_month_day day{std::chrono::year(part(0, 4)),
                                        std::chrono::month(unsigned(part(5, 2))),
                                        std::chrono::day(unsigned(part(8, 2)))};
  if (!day.ok()) fail("found", text, "a day of the calendar");
  return text;
}

/// A record that a later contract gave would never be compared here.
int contract(Fields& fields, const Operation& op) {
  const std::string_view text = fields.take("contract");
  int version{};
  const auto r = std::from_chars(text.data(), text.data() + text.size(), version);
  if (r.ec != std::errc{} || r.ptr != text.data() + text.size() || version < 1 ||
      version > op.contract.version)
    fail("contract", text, fmt::format("from 1 to {}, the version here", op.contract.version));
  return version;
}

FindingKind finding(Fields& fields) {
  const std::string_view text = fields.take("finding");
  for (int i = 0; i < kNumFindingKinds; ++i)
    if (text == name(static_cast<FindingKind>(i))) return static_cast<FindingKind>(i);
  fail("finding", text, "a kind of finding");
}

size_t quantity(Fields& fields, const Operation& op) {
  const std::string_view text = fields.take("quantity");
  for (size_t q = 0; q < op.quantities.size(); ++q)
    if (text == op.quantities[q]) return q;
  fail("quantity", text, fmt::format("one of {}", fmt::join(op.quantities, ", ")));
}

Shelf shelf(Fields& fields) {
  const std::string_view text = fields.take("corpus");
  for (const Shelf s : kShelves)
    if (text == name(s)) return s;
  fail("corpus", text, "seeds, regressions or worst");
}

} // namespace

const char* name(Shelf shelf) {
  switch (shelf) {
  case Shelf::seeds:
    return "seeds";
  case Shelf::regressions:
    return "regressions";
  case Shelf::worst:
    return "worst";
  }
  return "unknown";
}

std::string write_provenance(const Provenance& from, const Operation& op) {
  std::string out = fmt::format("corpus {}; ", name(from.shelf));
  if (from.shelf != Shelf::seeds) out += fmt::format("port {}; ", from.port);
  if (from.shelf == Shelf::regressions)
    out += fmt::format("finding {}; ", ulna::name(from.finding));
  if (from.shelf == Shelf::worst)
    out += fmt::format("quantity {}; fraction {}; error {}; contract {}; ",
                       op.quantities[from.quantity], from.fraction, from.error, from.contract);
  if (from.shelf != Shelf::seeds) out += fmt::format("tables {}; ", from.tables);
  return out + fmt::format("found {}; by {}", from.found, from.by);
}

Provenance read_provenance(std::string_view note, const Operation& op) {
  Fields fields(note);
  Provenance from;
  from.shelf = shelf(fields);
  if (from.shelf != Shelf::seeds) {
    from.port = fields.take("port");
    if (from.port != port_word(from.port)) fail("port", from.port, "letters, digits, - and _");
  }
  if (from.shelf == Shelf::regressions) from.finding = finding(fields);
  if (from.shelf == Shelf::worst) {
    from.quantity = quantity(fields, op);
    from.fraction = number(fields, "fraction");
    from.error = number(fields, "error");
    from.contract = contract(fields, op);
  }
  if (from.shelf != Shelf::seeds) from.tables = pattern(fields, "tables", "hhhhhhhh");
  from.found = date(fields);
  from.by = fields.last("by");
  if (std::any_of(from.by.begin(), from.by.end(),
                  [](unsigned char c) { return std::iscntrl(c) != 0; }))
    fail("by", "...", "text without control characters");
  return from;
}

std::optional<Provenance> provenance_of(const Case& c) {
  if (!c.note.starts_with(kBegin)) return std::nullopt;
  return read_provenance(c.note, *c.operation);
}

std::string port_word(std::string_view port) {
  std::string out(port.substr(0, 40));
  for (char& c : out)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_') c = '_';
  return out.empty() ? "port" : out;
}

std::string tables_of(const Machine& machine) {
  return sha256_hex(machine.rsqrtps + machine.rcpps).substr(0, 8);
}

bool may_use_tables(std::string_view port) {
  static std::mutex mutex;
  static std::map<std::string, bool, std::less<>> known;
  const std::lock_guard lock(mutex);
  if (const auto at = known.find(port); at != known.end()) return at->second;
  const std::string library = fmt::format("{}/{}.so", find_installation().ports_dir, port);
  std::error_code error;
  const bool may = !std::filesystem::exists(library, error) ||
                   approximations::examine_file(library).use != Approximations::Use::none;
  return known.emplace(port, may).first->second;
}

std::string today() {
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
}

} // namespace ulna::corpus
