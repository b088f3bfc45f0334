#include "fuzz/text.h"

#include "cases/case_file.h"
#include "cases/operation.h"
#include "fuzz/change_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <numeric>

// Of libFuzzer and AFL++; other engines may have none.
extern "C" __attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t* data, size_t size,
                                                         size_t max_size);

namespace ulna::fuzz {
namespace {

constexpr size_t kFreshOneIn = 64;    // texts are made anew
constexpr size_t kUnmendedOneIn = 32; // texts are left with the checksum that they have
constexpr size_t kMostElements = 4;   // of a fresh case

// clang-format off
constexpr const char* kNumbers[] = {
    "0", "1", "-1", "2", "3", "4", "16", "60", "64", "255", "256", "65535", "65536", "2147483647",
    "-2147483648", "2147483648", "4294967295", "4294967296", "9007199254740992",
    "4611686018427387904", "9223372036854775807", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "0.5", "-0", "1e-45", "3.4028235e+38", "1e308", "1e999", "inf",
    "nan:7fc00000"};
// clang-format on

struct Range {
  size_t begin, end;
};

/// The longest stretches of characters of a kind.
template <class Is>
std::vector<Range> stretches(const std::string& text, const Is& is) {
  std::vector<Range> all;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!is(text[i])) continue;
    const size_t begin = i;
    while (i < text.size() && is(text[i])) ++i;
    all.push_back({begin, i});
  }
  return all;
}

std::vector<Range> numbers(const std::string& text) {
  return stretches(text, [](unsigned char c) { return std::isdigit(c) || c == '-' || c == '.'; });
}

std::vector<Range> words(const std::string& text) {
  return stretches(text, [](unsigned char c) {
    return std::isalnum(c) || (c != 0 && std::strchr("-+._:", c)) || c >= 0x80;
  });
}

std::vector<Range> lines(const std::string& text) {
  std::vector<Range> all;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    all.push_back({begin, end});
    begin = end;
  }
  return all;
}

const Range* pick(const std::vector<Range>& ranges, Random& random) {
  return ranges.empty() ? nullptr : &ranges[random.below(ranges.size())];
}

std::string part(const std::string& text, const Range& r) {
  return text.substr(r.begin, r.end - r.begin);
}

void replace(std::string& text, const Range& r, const std::string& by) {
  text.replace(r.begin, r.end - r.begin, by);
}

/// Those of lines that begin with a letter: in a case all but the elements.
std::vector<Range> numbers_of_heads(const std::string& text) {
  std::vector<Range> all = numbers(text);
  std::erase_if(all, [&](const Range& r) {
    const size_t line = text.rfind('\n', r.begin) + 1; // 0 on the first
    return !std::isalpha(static_cast<unsigned char>(text[line]));
  });
  return all;
}

void change_number(std::string& text, Random& random) {
  auto all = random.one_in(2) ? numbers_of_heads(text) : numbers(text);
  if (all.empty()) all = numbers(text);
  const Range* at = pick(all, random);
  if (!at) return;
  const std::string old = part(text, *at);
  const size_t how = random.below(3);
  if (how == 0 || old.size() > 9) return replace(text, *at, random.pick(kNumbers));
  if (how == 1) return replace(text, *at, part(text, *pick(all, random)));
  const long value = std::atol(old.c_str());
  const long near[] = {value - 1, value + 1, value + 1, 2 * value, value / 2, -value};
  replace(text, *at, fmt::format("{}", random.pick(near)));
}

void copy_word(std::string& text, Random& random) {
  const auto all = words(text);
  if (all.empty()) return;
  const std::string word = part(text, *pick(all, random));
  replace(text, *pick(all, random), word);
}

void change_lines(std::string& text, Random& random) {
  const auto all = lines(text);
  if (all.empty()) return;
  const Range& a = *pick(all, random);
  const Range& b = *pick(all, random);
  switch (random.below(3)) {
  case 0:
    return replace(text, a, "");
  case 1:
    text.insert(b.begin, part(text, a));
    return;
  default:
    return replace(text, a, part(text, b));
  }
}

/// From each opening brace or bracket to behind the one that closes it. Those in strings count too.
std::vector<Range> blocks(const std::string& text) {
  std::vector<Range> all;
  std::vector<size_t> open;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' || text[i] == '[') open.push_back(i);
    if ((text[i] != '}' && text[i] != ']') || open.empty()) continue;
    all.push_back({open.back(), i + 1});
    open.pop_back();
  }
  return all;
}

/// As lines, for JSON: an element is there twice, is left out, or stands in place of another.
void change_blocks(std::string& text, Random& random) {
  const auto all = blocks(text);
  if (all.empty()) return;
  const Range& a = *pick(all, random);
  const Range& b = *pick(all, random);
  switch (random.below(3)) {
  case 0:
    text.insert(a.end, "," + part(text, a));
    return;
  case 1: {
    const bool comma = a.end < text.size() && text[a.end] == ',';
    return replace(text, {a.begin, a.end + comma}, "");
  }
  default:
    return replace(text, a, part(text, b));
  }
}

void change_bytes(std::string& text, Random& random, size_t max_size) {
  if (LLVMFuzzerMutate) {
    const size_t size = text.size();
    text.resize(max_size);
    text.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(text.data()), size, max_size));
  } else if (!text.empty()) {
    text[random.below(text.size())] = static_cast<char>(random.next());
  }
}

} // namespace

void mutate_text(std::string& text, Random& random, size_t max_size) {
  // Most changes to a text that must parse are fatal: two at once are rarely better than one.
  for (int changes = random.one_in(2) ? random.between(2, 4) : 1; changes > 0; --changes) {
    switch (random.below(8)) {
    case 0:
    case 1:
      change_number(text, random);
      break;
    case 2:
    case 3:
      copy_word(text, random);
      break;
    case 4:
      change_lines(text, random);
      break;
    case 5:
      if (!change_json(text, random)) change_blocks(text, random);
      break;
    default:
      change_bytes(text, random, max_size);
    }
    if (text.size() > max_size) text.resize(max_size);
  }
}

std::string with_end_line(std::string_view text) {
  // What stands behind the last line that says "end" is that line's own.
  const size_t end = text.rfind("\nend ");
  std::string out(end == text.npos ? text : text.substr(0, end + 1));
  if (!out.empty() && out.back() != '\n') out += '\n';
  return out + fmt::format("end {:08x}\n", case_checksum(out));
}

std::string fresh_case_text(Random& random) {
  const auto all = operations();
  return fresh_case_text(*all[random.below(all.size())], random);
}

std::string fresh_case_text(const Operation& op, Random& random) {
  // The edge cases are few, and some of the others as well are large.
  Case c = op.generate(1, random.below(op.num_edge_cases + 1000));
  if (const size_t size = op.size(c); size > kMostElements) {
    std::vector<size_t> kept(random.below(kMostElements + 1));
    std::iota(kept.begin(), kept.end(), random.below(size - kept.size() + 1));
    c = op.keep(c, kept);
  }
  return write_case(c);
}

size_t mutate_bytes_as_text(uint8_t* data, size_t size, size_t max_size, unsigned seed,
                            const std::function<std::string(Random&)>& fresh,
                            const std::function<std::string(std::string)>& mend) {
  Random random(seed, size);
  std::string text(reinterpret_cast<const char*>(data), size);
  // The engine's first inputs are empty or one line end.
  const bool anew = size <= 1 || random.one_in(kFreshOneIn);
  if (anew) text = fresh(random);
  for (int tries = 8; anew && text.size() > max_size && tries > 0; --tries) text = fresh(random);
  if (!anew || random.one_in(2)) mutate_text(text, random, max_size);
  if (!random.one_in(kUnmendedOneIn)) text = mend(std::move(text));
  if (text.size() > max_size) text.resize(max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

} // namespace ulna::fuzz
