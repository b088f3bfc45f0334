#include "base/temporary_folder.h"

#include "base/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace ulna {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const std::string& name) {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error || !make(parent, name))
    throw BadInput("no folder for temporary files; set TMPDIR to one that can be written");
}

TemporaryFolder::TemporaryFolder(const fs::path& parent, const std::string& name) {
  if (!make(parent, name))
    throw BadInput(fmt::format("cannot make a folder in {} ({}); make it writable", parent.string(),
                               std::strerror(errno)));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

bool TemporaryFolder::make(const fs::path& parent, const std::string& name) {
  path_ = (parent / (name + "-XXXXXX")).string();
  return mkdtemp(path_.data()) != nullptr;
}

} // namespace ulna
