// A progress bar for whoever sits in front of a terminal.
#pragma once

#include <chrono>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>

namespace ulna {

/// A bar on the last line of a terminal, gone when the object is. Draws nothing if the descriptor
/// is no terminal or the environment variable CI is set. Calls from several threads are safe.
class Progress {
public:
  explicit Progress(int descriptor = STDERR_FILENO);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows how much is done, from 0 to 1, and what is being done, cut to the terminal's width.
  /// Then as many of `more` as fit whole: half a number would be a wrong one. Drops what comes
  /// within a tenth of a second of the last drawing.
  void update(double fraction, std::string_view text, std::span<const std::string> more = {});

  /// Takes the bar away, for something else to be printed; the next update draws it again.
  void clear();

private:
  void write(std::string_view text);

  std::mutex mutex_;
  int descriptor_; ///< -1 when there is nobody to look
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

} // namespace ulna
