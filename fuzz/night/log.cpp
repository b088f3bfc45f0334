#include "fuzz/night/log.h"

#include "fuzz/night/folder.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace ulna::night {

Log::Log(const std::filesystem::path& file)
    : file_(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  // A line that a full disk cut short stays a line of its own.
  char last = '\n';
  const off_t end = ::lseek(file_, 0, SEEK_END);
  if (end > 0 && ::pread(file_, &last, 1, end - 1) == 1 && last != '\n') [[maybe_unused]]
    const ssize_t written = ::write(file_, "\n", 1);
}

Log::~Log() {
  if (file_ >= 0) ::close(file_);
}

void Log::line(std::string_view text) {
  std::string line = now_utc() + "  ";
  for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  line += '\n';
  [[maybe_unused]] const ssize_t written = ::write(file_, line.data(), line.size());
}

void say(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n > 0) {
      text.remove_prefix(static_cast<size_t>(n));
    } else if (n == 0 || errno != EINTR) {
      return;
    }
  }
}

} // namespace ulna::night
