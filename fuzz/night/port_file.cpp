#include "fuzz/night/port_file.h"

#include "base/error.h"
#include "base/files.h"

#include <fmt/format.h>

#include <sys/stat.h>

namespace ulna::night {

PortFile::PortFile(const std::string& path) : path_(path) {
  stamp_ = stamp(); // before the hash: what is written meanwhile shows later
  sha256_ = sha256_file(path);
}

std::optional<PortFile::Stamp> PortFile::stamp() const {
  struct stat s {};
  if (::stat(path_.c_str(), &s) != 0) return std::nullopt;
  return Stamp{int64_t(s.st_dev), int64_t(s.st_ino), int64_t(s.st_size), s.st_mtim.tv_sec,
               s.st_mtim.tv_nsec, s.st_ctim.tv_sec,  s.st_ctim.tv_nsec};
}

std::string PortFile::changed() {
  if (path_.empty()) return "";
  const std::optional<Stamp> now = stamp();
  if (!now) return fmt::format("the port {} is gone", path_);
  if (now == stamp_) return "";
  try {
    const std::string hash = sha256_file(path_);
    if (hash != sha256_)
      return fmt::format("the port {} is another file now: SHA-256 {}, and {} before", path_, hash,
                         sha256_);
  } catch (const BadInput&) {
    return fmt::format("the port {} cannot be read any more", path_);
  }
  stamp_ = now; // touched, or replaced by its like
  return "";
}

} // namespace ulna::night
