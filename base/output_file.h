// Whether what is found can be written where the user wants it.
#pragma once

#include "base/error.h"
#include "base/files.h"

#include <fmt/format.h>

#include <filesystem>

namespace ulna {

/// A long run should not end in a message about the file that an option names. Throws BadInput with
/// one line. An empty name is none.
inline void check_output_file(const char* option, const std::string& file) {
  if (file.empty()) return;
  std::error_code ignored;
  const std::filesystem::path path = file;
  if (std::filesystem::is_directory(path, ignored))
    throw BadInput(fmt::format("{} {}: it is a folder; name a file", option, file));
  if (std::filesystem::exists(path, ignored)) return; // a device's folder may not be writable
  const std::string folder = path.parent_path();
  check_writable(folder.empty() ? "." : folder);
}

} // namespace ulna
