#include "fuzz/night/fuzzer_output.h"

#include "cases/case_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace ulna::night {
namespace {

constexpr size_t kLongestLine = 4096;
constexpr size_t kTail = 16 << 10;
constexpr size_t kReport = 64 << 10;
constexpr size_t kFrames = 3;

/// The number behind a word, as in "cov: 12".
std::optional<double> number_after(std::string_view line, std::string_view word) {
  size_t at = line.find(word);
  if (at == line.npos) return {};
  at = line.find_first_not_of(' ', at + word.size());
  if (at == line.npos) return {};
  double value{};
  const auto r = std::from_chars(line.data() + at, line.data() + line.size(), value);
  if (r.ec != std::errc{} || !(value >= 0 && value < 1e18)) return {};
  return value;
}

/// "heap-buffer-overflow" of "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address ...".
std::string reason(std::string_view line) {
  const size_t at = line.find("ERROR: ");
  std::string_view text = line.substr(at + 7);
  const size_t colon = text.find(": ");
  if (colon != text.npos) text.remove_prefix(colon + 2);
  for (const char* end : {" on ", " after ", " (", " in ", " at "}) {
    text = text.substr(0, text.find(end));
  }
  return std::string(text);
}

/// "ulna::read_case" of "    #3 0x55 in ulna::read_case(std::string const&) /src/case.cpp:12:3";
/// empty for frames that say nothing about whose bug it is.
std::string function(std::string_view line) {
  const size_t in = line.find(" in ");
  if (in == line.npos) return {};
  std::string_view rest = line.substr(in + 4);
  // Where the function is: behind the last space. Arguments may have spaces too.
  const size_t space = rest.rfind(' ');
  const std::string_view file = space == rest.npos ? std::string_view() : rest.substr(space + 1);
  // Of "ulna::(anonymous namespace)::f(int)" the first parenthesis says nothing.
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  std::string plain(rest);
  for (size_t at; (at = plain.find(kAnonymous)) != plain.npos;) plain.erase(at, kAnonymous.size());
  const std::string name = plain.substr(0, plain.find_first_of("( "));
  constexpr std::array<std::string_view, 18> kNobodys{
      "__",      "fuzzer::", "std::",   "operator", "abort",   "raise",
      "gsignal", "main",     "_start",  "LLVMF",    "mem",     "str",
      "malloc",  "calloc",   "realloc", "free",     "pthread", "_Unwind"};
  const bool nobodys = std::any_of(kNobodys.begin(), kNobodys.end(),
                                   [&](std::string_view s) { return name.starts_with(s); });
  if (nobodys || file.starts_with("/usr/") || file.find("compiler-rt") != file.npos) return {};
  return name;
}

} // namespace

std::string Trace::where() const {
  std::string text;
  for (const std::string& frame : frames) text += (text.empty() ? "" : " < ") + frame;
  return text;
}

void FuzzerOutput::add(std::string_view text) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view piece = text.substr(0, end);
    if (rest_.size() < kLongestLine) rest_ += piece.substr(0, kLongestLine - rest_.size());
    if (end == text.npos) return;
    line(rest_);
    rest_.clear();
    text.remove_prefix(end + 1);
  }
}

void FuzzerOutput::line(std::string_view line) {
  const bool pulse = line.starts_with('#') && line.find(" cov: ") != line.npos;
  if (pulse || line.starts_with("#")) {
    if (const auto n = number_after(line, "#")) executions_ = static_cast<uint64_t>(*n);
  }
  if (pulse) {
    if (const auto n = number_after(line, " cov:")) coverage_ = static_cast<uint64_t>(*n);
    if (const auto n = number_after(line, " ft:")) features_ = static_cast<uint64_t>(*n);
    if (const auto n = number_after(line, " exec/s:")) per_second_ = *n;
    if (!started_) features_at_start_ = features_;
    started_ = true;
  }
  if (const auto n = number_after(line, "stat::number_of_executed_units:"))
    executions_ = static_cast<uint64_t>(*n);
  if (line.starts_with("==") && line.find("ERROR: ") != line.npos && trace_.what.empty()) {
    trace_.what = reason(line);
    reporting_ = true;
  }
  // The first stack is where it happened; those of allocations come later.
  const size_t first = line.find_first_not_of(' ');
  const bool frame =
      reporting_ && first != line.npos && line[first] == '#' && line.find(" 0x") != line.npos;
  in_stack_ = in_stack_ || frame;
  if (in_stack_ && !frame) stack_done_ = true;
  if (frame && !stack_done_ && trace_.frames.size() < kFrames) {
    if (std::string name = function(line); !name.empty()) trace_.frames.push_back(std::move(name));
  }
  std::string& text = reporting_ ? report_ : tail_;
  if (!reporting_ || report_.size() < kReport) text.append(line).append("\n");
  if (tail_.size() > 2 * kTail) tail_.erase(0, tail_.size() - kTail);
}

std::string FuzzerOutput::text() const {
  return tail_.substr(tail_.size() > kTail ? tail_.size() - kTail : 0) + report_ + rest_;
}

} // namespace ulna::night
