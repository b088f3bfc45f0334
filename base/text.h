// Strings that come from files nobody vouches for, made fit for a message, a note or a summary.
#pragma once

#include <string>
#include <string_view>

namespace ulna::importer {

/// The text as one line of printable ASCII, everything else a '?', cut to `length` characters with
/// "..." at the end where it is longer.
inline std::string printable(std::string_view text, size_t length = 60) {
  std::string out(text.substr(0, length));
  for (char& c : out)
    if (c < ' ' || c > '~') c = '?';
  if (text.size() > length && length > 3) out.replace(length - 3, 3, "...");
  return out;
}

} // namespace ulna::importer
