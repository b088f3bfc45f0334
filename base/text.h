// Strings that come from files nobody vouches for, made fit for a message, a note or a summary.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ulna {

/// The text as one line of printable ASCII, everything else a '?', cut to `length` characters with
/// "..." at the end where it is longer.
inline std::string printable(std::string_view text, size_t length = 60) {
  std::string out(text.substr(0, length));
  for (char& c : out)
    if (c < ' ' || c > '~') c = '?';
  if (text.size() > length && length > 3) out.replace(length - 3, 3, "...");
  return out;
}

/// The parts between separators, without empty ones.
inline std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  for (;;) {
    const size_t start = text.find_first_not_of(separators);
    if (start == text.npos) return parts;
    text.remove_prefix(start);
    parts.emplace_back(text.substr(0, text.find_first_of(separators)));
    text.remove_prefix(parts.back().size());
  }
}

} // namespace ulna
