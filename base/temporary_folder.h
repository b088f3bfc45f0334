// A folder for as long as something needs it.
#pragma once

#include <filesystem>
#include <string>

namespace ulna {

/// A folder that nobody else can look into, gone at the end with all that is in it.
class TemporaryFolder {
public:
  /// Its name begins like that. Throws BadInput where there can be none.
  explicit TemporaryFolder(const std::string& name);
  /// In this folder, and not in the one that TMPDIR names.
  TemporaryFolder(const std::filesystem::path& parent, const std::string& name);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

private:
  bool make(const std::filesystem::path& parent, const std::string& name);

  std::string path_;
};

} // namespace ulna
