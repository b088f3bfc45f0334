#include "cases/case_file.h"

#include "base/error.h"
#include "base/files.h"
#include "cases/make_case.h"
#include "cases/operation.h"
#include "cases/stride.h"

#include <boost/crc.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

// The format is our own and not JSON: JSON has no NaN, no infinity and no payload bits, and a
// witness is read by people, one element to a line.

namespace ulna {
namespace {

constexpr std::string_view kHeader = "ulna-case 1";
constexpr size_t kMaxCaseBytes = size_t{1} << 30;

void append_word(std::string& out, uint32_t word, char type) {
  char buffer[40];
  std::to_chars_result end{};
  const float f = std::bit_cast<float>(word);
  if (type == 'b') {
    fmt::format_to(std::back_inserter(out), "{}:{}:{}:{}", word & 255, word >> 8 & 255,
                   word >> 16 & 255, word >> 24);
    return;
  }
  if (type != 'f') {
    end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<int32_t>(word));
  } else if (std::isnan(f)) {
    out += "nan:";
    end = std::to_chars(buffer, buffer + sizeof buffer, word, 16);
  } else {
    end = std::to_chars(buffer, buffer + sizeof buffer, f); // shortest, also "inf" and "-0"
  }
  out.append(buffer, end.ptr);
}

std::optional<uint32_t> parse_word(std::string_view text, char type) {
  const char* first = text.data();
  const char* last = first + text.size();
  if (type == 'b') {
    uint32_t word = 0;
    for (int i = 0; i < 4; ++i) {
      uint8_t byte{};
      const auto r = std::from_chars(first, last, byte);
      if (r.ec != std::errc{} || (i < 3 ? r.ptr == last || *r.ptr != ':' : r.ptr != last))
        return std::nullopt;
      word |= uint32_t{byte} << (8 * i);
      first = r.ptr + 1;
    }
    return word;
  }
  if (type != 'f') {
    int64_t value{};
    const auto r = std::from_chars(first, last, value);
    const bool is_natural = type == 'h' || type == 'q';
    if (r.ec != std::errc{} || r.ptr != last || value < (is_natural ? 0 : INT32_MIN) ||
        value > UINT32_MAX) // some are unsigned, and people may write them so
      return std::nullopt;
    return static_cast<uint32_t>(value);
  }
  if (text.starts_with("nan:")) {
    uint32_t bits{};
    const auto r = std::from_chars(first + 4, last, bits, 16);
    if (r.ec != std::errc{} || r.ptr != last || !std::isnan(std::bit_cast<float>(bits)))
      return std::nullopt;
    return bits;
  }
  float value{};
  const auto r = std::from_chars(first, last, value);
  if (r.ec != std::errc{} || r.ptr != last || std::isnan(value)) return std::nullopt;
  return std::bit_cast<uint32_t>(value);
}

std::string one_line(std::string_view text) {
  std::string line(text.substr(0, 1000));
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
  return line;
}

/// The lines of a text, with the number of the last one for messages.
class Lines {
public:
  Lines(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  bool empty() const { return rest_.empty(); }

  /// Whether the next line starts with the keyword and a blank.
  bool is_next(std::string_view keyword) const {
    return rest_.starts_with(keyword) && rest_.substr(keyword.size()).starts_with(' ');
  }

  /// Of what is taken for a case now and then.
  void check_kind() const {
    if (rest_.empty()) fail("the file is empty; get the whole file");
    if (rest_.starts_with('{') || rest_.starts_with('['))
      fail("this is JSON, no case; `ulna show` prints a certificate and its witnesses");
    if (rest_.starts_with("\x7f"
                          "ELF"))
      fail("this is a program or a library, no case; ports are given with --port");
  }

  std::string_view next() {
    ++number_;
    const size_t end = rest_.find('\n');
    if (number_ == 1) check_kind();
    if (end == std::string_view::npos) fail("the text ends in the middle; get the whole file");
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }

  /// The rest of the next line, which must start with the keyword and a blank.
  std::string_view next(std::string_view keyword) {
    const std::string_view line = next();
    if (line.starts_with(keyword) && line.size() > keyword.size() && line[keyword.size()] == ' ')
      return line.substr(keyword.size() + 1);
    fail(line.starts_with(' ')
             ? fmt::format("expected '{} …'; more elements than the array's line says", keyword)
             : fmt::format("expected '{} …', this is '{}'", keyword, one_line(line.substr(0, 40))));
  }

  [[noreturn]] void fail(std::string_view what) const {
    throw BadInput(fmt::format("{}:{}: {}", name_, number_, what));
  }

private:
  std::string_view rest_;
  const std::string& name_;
  int number_ = 0;
};

/// Takes the next word, separated by blanks, off the front of a line.
std::string_view take(std::string_view& line) {
  const size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const size_t end = std::min(line.find(' ', begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

bool parse_yes(Lines& lines, std::string_view keyword) {
  const std::string_view value = lines.next(keyword);
  if (value != "yes" && value != "no") lines.fail(fmt::format("{} is yes or no", keyword));
  return value == "yes";
}

/// The line may be missing, as from all cases before there was one.
Leftovers parse_leftovers(Lines& lines) {
  if (!lines.is_next("leftovers")) return Leftovers::mixed;
  const std::string_view value = lines.next("leftovers");
  const auto* const found = std::find(std::begin(kLeftoverNames), std::end(kLeftoverNames), value);
  if (found == std::end(kLeftoverNames))
    lines.fail(fmt::format("leftovers are one of {}", fmt::join(kLeftoverNames, ", ")));
  return static_cast<Leftovers>(found - std::begin(kLeftoverNames));
}

/// The same, of a whole number above 0.
uint32_t parse_optional(Lines& lines, std::string_view keyword, uint32_t most) {
  if (!lines.is_next(keyword)) return 0;
  const auto word = parse_word(lines.next(keyword), 'i');
  if (!word || *word == 0 || *word > most)
    lines.fail(fmt::format("{} is a whole number from 1 to {}", keyword, most));
  return *word;
}

Placement parse_place(Lines& lines, std::string_view text) {
  Placement place;
  if (text.starts_with("before+")) {
    place.side = Side::before;
  } else if (!text.starts_with("behind+")) {
    lines.fail("a place is before+SHIFT or behind+SHIFT, such as behind+4");
  }
  text.remove_prefix(7);
  unsigned shift{};
  const auto r = std::from_chars(text.data(), text.data() + text.size(), shift);
  if (r.ec != std::errc{} || r.ptr != text.data() + text.size() || shift >= 64)
    lines.fail("the shift of a place is a number of bytes below 64, as in behind+4");
  place.shift = static_cast<uint8_t>(shift);
  return place;
}

/// What a number may be that a word of this type is not.
const char* hint_for(std::string_view text, char type) {
  if (type == 'h') return " from 0 to 65535";
  if (type == 'q') return " from 0 to 255";
  if (type == 'b') return ", here four bytes such as 0:1:2:255";
  if (type != 'f') return "";
  double value{};
  const char* const last = text.data() + text.size();
  const auto r = std::from_chars(text.data(), last, value);
  const bool is_number = !text.empty() && r.ptr == last && !text.starts_with("nan");
  return is_number ? " that floats can hold" : "";
}

/// Of the numbers of an element the next one is none, or not there.
[[noreturn]] void fail_of_number(const Lines& lines, const ArraySpec& spec, char type,
                                 std::string_view text, size_t owed, size_t there) {
  const std::string numbers =
      fmt::format("{}: expected {}{}", spec.name,
                  owed == 1 ? "a number" : fmt::format("{} numbers", owed), hint_for(text, type));
  if (text.empty()) lines.fail(fmt::format("{}, there are {}", numbers, there));
  const char* const hint = text.starts_with("nan") ? "; a NaN is nan: and its bits" : "";
  lines.fail(fmt::format("{}, not '{}'{}", numbers, one_line(text), hint));
}

void parse_array(Lines& lines, const Case& c, const ArraySpec& spec, Array& array, Placement& place,
                 size_t& bytes_left) {
  std::string_view line = lines.next("array");
  if (take(line) != spec.name) lines.fail(fmt::format("expected the array {}", spec.name));
  const std::string_view number = take(line);
  uint64_t count{};
  const auto r = std::from_chars(number.data(), number.data() + number.size(), count);
  if (r.ec != std::errc{} || r.ptr != number.data() + number.size())
    lines.fail("the length of an array is a number, 0 or more");
  const size_t words = spec.words(c);
  if (count > bytes_left / (4 * words))
    lines.fail("the arrays are too large: at most 1 GiB for a case, 4 GiB for all of a model");
  bytes_left -= count * 4 * words;
  place = parse_place(lines, take(line));
  const std::string_view filled = take(line);
  if (!filled.empty() && filled != "filled") lines.fail("expected 'filled' or nothing");

  if (filled.empty()) {
    array.resize(count * 4 * words);
    for (size_t i = 0, n = 0; i < count; ++i) {
      std::string_view row = lines.next();
      if (row.starts_with("array ") || row.starts_with("end "))
        lines.fail(fmt::format("{}: there are {} elements, its line says {}", spec.name, i, count));
      for (size_t w = 0; w < words; ++w) {
        const std::string_view text = take(row);
        const auto word = parse_word(text, spec.letter(c, w));
        if (!word) fail_of_number(lines, spec, spec.letter(c, w), text, words, w);
        array.set_word(n++, *word);
      }
      if (!take(row).empty()) lines.fail(fmt::format("{}: more than {} numbers", spec.name, words));
    }
  } else {
    const auto word = parse_word(take(line), spec.letter(c, 0));
    if (!word) lines.fail("'filled' needs a number, as in 'filled 1'");
    array.resize(count * 4 * words);
    for (size_t i = 0; i < array.words(); ++i) array.set_word(i, *word);
  }
}

/// The last line names the error.
template <class Check>
void refuse_in_line(const Lines& lines, const Check& check) {
  try {
    check();
  } catch (const BadInput& e) {
    lines.fail(e.what());
  }
}

/// Whether one word fills the whole array, so that it can be written in one line.
bool is_filled(const Array& array, size_t words) {
  if (array.words() <= words) return false;
  for (size_t i = 1; i < array.words(); ++i)
    if (array.word(i) != array.word(0)) return false;
  return true;
}

void write_array(std::string& out, const Case& c, const ArraySpec& spec, const Array& array,
                 Placement place) {
  const size_t words = spec.words(c);
  fmt::format_to(std::back_inserter(out), "array {} {} {}+{}", spec.name, array.words() / words,
                 place.side == Side::before ? "before" : "behind", place.shift);
  if (is_filled(array, words)) {
    out += " filled ";
    append_word(out, array.word(0), spec.letter(c, 0));
    out += '\n';
    return;
  }
  out += '\n';
  for (size_t i = 0; i < array.words(); ++i) {
    const size_t column = i % words;
    out += column == 0 ? "  " : column % 4 == 0 ? "   " : " ";
    append_word(out, array.word(i), spec.letter(c, column));
    if (column + 1 == words) out += '\n';
  }
}

} // namespace

std::string write_case(const Case& c) {
  const Operation& op = *c.operation;
  std::string out = fmt::format("{}\noperation {}\nnote {}\n", kHeader, op.name, one_line(c.note));
  if (op.real) {
    fmt::format_to(std::back_inserter(out), "{} ", op.real);
    append_word(out, std::bit_cast<uint32_t>(c.real), 'f');
    out += '\n';
  }
  for (size_t i = 0; i < op.integers.size(); ++i)
    fmt::format_to(std::back_inserter(out), "{} {}\n", op.integers[i], c.integers[i]);
  fmt::format_to(std::back_inserter(out), "flush {}\nsame_array {}\n", c.flush ? "yes" : "no",
                 c.same_array ? "yes" : "no");
  if (c.leftovers != Leftovers::mixed)
    fmt::format_to(std::back_inserter(out), "leftovers {}\n", kLeftoverNames[size_t(c.leftovers)]);
  if (c.processors != 0) fmt::format_to(std::back_inserter(out), "processors {}\n", c.processors);
  if (c.order != 0) fmt::format_to(std::back_inserter(out), "order {}\n", c.order);
  for (size_t i = 0; i < op.arrays.size(); ++i)
    write_array(out, c, op.arrays[i], c.arrays[i], c.places[i]);
  return fmt::format("{}end {:08x}\n", out, case_checksum(out));
}

uint32_t case_checksum(std::string_view text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return crc.checksum();
}

Case read_case(std::string_view text, const std::string& name) {
  return read_case(text, name, kMaxCaseBytes);
}

Case read_case(std::string_view text, const std::string& name, size_t max_bytes) {
  Lines lines(text, name);
  const std::string_view first = lines.next();
  if (first == std::string(kHeader) + "\r")
    lines.fail("its lines end with CR and LF; make that LF, as dos2unix does");
  if (first != kHeader)
    lines.fail(fmt::format("not a case file: the first line must be '{}'", kHeader));

  // The end is checked before anything else is believed.
  const size_t end = text.rfind("\nend ");
  if (end != std::string_view::npos && text.size() > end + 14 && text[end + 13] == '\n')
    throw BadInput(
        fmt::format("{}: there is text behind the line 'end CHECKSUM'; remove it", name));
  if (end == std::string_view::npos || text.size() != end + 14 || text.back() != '\n')
    throw BadInput(fmt::format("{}: truncated: the last line must be 'end CHECKSUM'; get the whole "
                               "file",
                               name));
  const std::string sum = fmt::format("{:08x}", case_checksum(text.substr(0, end + 1)));
  if (text.substr(end + 5, 8) != sum)
    throw BadInput(fmt::format("{}: altered: the checksum says {}, the text gives {}; if you "
                               "edited it on purpose, end it with 'end {}'",
                               name, one_line(text.substr(end + 5, 8)), sum, sum));

  const std::string_view operation = lines.next("operation");
  const Operation* op = find_operation(operation);
  if (!op) lines.fail(fmt::format("no operation is called '{}'", one_line(operation)));
  Case c = make_case(*op);
  const std::string_view note = lines.next();
  if (!note.starts_with("note")) lines.fail("expected 'note …'");
  c.note = one_line(note.substr(std::min<size_t>(5, note.size())));
  if (op->real) {
    const std::string_view value = lines.next(op->real);
    const auto word = parse_word(value, 'f');
    if (!word)
      lines.fail(fmt::format("{} is a number, such as 0.25, not '{}'", op->real, one_line(value)));
    c.real = std::bit_cast<float>(*word);
  }
  for (size_t i = 0; i < c.integers.size(); ++i) {
    const std::string_view value = lines.next(op->integers[i]);
    const auto word = parse_word(value, 'i');
    if (!word)
      lines.fail(fmt::format("{} is a whole number of 32 bits, such as 4, not '{}'",
                             op->integers[i], one_line(value)));
    c.integers[i] = static_cast<int32_t>(*word);
    for (const ArraySpec& spec : op->arrays) // how arrays are laid out depends on them
      if (spec.stride == static_cast<int>(i)) refuse_in_line(lines, [&] { check_stride(c, spec); });
  }
  if (std::ranges::any_of(op->arrays, [](const ArraySpec& spec) { return spec.stride >= 0; }))
    refuse_in_line(lines, [&] { op->validate(c); }); // of no elements: are the strides long enough?
  c.flush = parse_yes(lines, "flush");
  c.same_array = parse_yes(lines, "same_array");
  c.leftovers = parse_leftovers(lines);
  c.processors = parse_optional(lines, "processors", kMostProcessors);
  c.order = static_cast<uint8_t>(parse_optional(lines, "order", kNumOrders - 1));
  size_t bytes_left = std::min(max_bytes, kMaxCaseBytes);
  for (size_t i = 0; i < op->arrays.size(); ++i)
    parse_array(lines, c, op->arrays[i], c.arrays[i], c.places[i], bytes_left);
  lines.next("end");
  if (!lines.empty()) lines.fail("the end comes too early");
  try {
    validate(c);
  } catch (const BadInput& e) {
    throw BadInput(fmt::format("{}: {}", name, e.what()));
  }
  return c;
}

Case load_case(const std::string& path) {
  return read_case(read_file(path), path);
}

void save_case(const Case& c, const std::string& path) {
  write_file_whole(path, write_case(c));
}

} // namespace ulna
