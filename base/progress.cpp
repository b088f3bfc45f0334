#include "base/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <sys/ioctl.h>

namespace ulna {
namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr size_t kBar = 20;
constexpr std::string_view kClearLine = "\r\x1b[K";

size_t terminal_width(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

// A character in UTF-8 counts by its first byte.
bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

} // namespace

Progress::Progress(int descriptor)
    : descriptor_(::isatty(descriptor) && !std::getenv("CI") ? descriptor : -1) {}

Progress::~Progress() {
  clear();
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  if (drawn_) write(kClearLine);
  drawn_ = false;
}

void Progress::write(std::string_view text) {
  while (descriptor_ >= 0 && !text.empty()) {
    const ssize_t n = ::write(descriptor_, text.data(), text.size());
    if (n >= 0) {
      text.remove_prefix(static_cast<size_t>(n));
    } else if (errno != EINTR) {
      descriptor_ = -1; // the terminal is gone, the run goes on
    }
  }
}

void Progress::update(double fraction, std::string_view text, std::span<const std::string> more) {
  const std::lock_guard lock(mutex_);
  if (descriptor_ < 0) return;
  const auto now = std::chrono::steady_clock::now();
  if (drawn_ && now - last_ < kInterval) return;
  drawn_ = true;
  last_ = now;

  const double part = fraction > 0 ? std::min(fraction, 1.0) : 0; // NaN is 0
  const auto full = static_cast<size_t>(part * kBar);
  std::string line = fmt::format("[{}{}] {:3.0f}%  ", std::string(full, '#'),
                                 std::string(kBar - full, '.'), std::floor(part * 100));
  for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;

  // A line that reaches the last column would wrap, and could not be cleared. A character is kept
  // or dropped as a whole.
  const size_t width = terminal_width(descriptor_) - 1;
  size_t end = 0, columns = 0;
  while (end < line.size() && (columns += begins_character(line[end])) <= width) end++;
  line.resize(end);
  for (const std::string& one : more) {
    columns += 2 + static_cast<size_t>(std::count_if(one.begin(), one.end(), begins_character));
    if (columns > width) break;
    line += "  " + one;
  }
  write(std::string(kClearLine) + line);
}

} // namespace ulna
