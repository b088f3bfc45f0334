// night.log: what happened, one line each, for whoever wants to know at breakfast.
#pragma once

#include <filesystem>
#include <string_view>

namespace ulna::night {

class Log {
public:
  explicit Log(const std::filesystem::path& file);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// Appends the time and the text as one line, in one write. Control characters become spaces. A
  /// full disk loses the line, not the night.
  void line(std::string_view text);

private:
  int file_;
};

/// Writes to a descriptor of the user's. A disk that is full or a reader that is gone loses the
/// text, not the night.
void say(int descriptor, std::string_view text);

} // namespace ulna::night
