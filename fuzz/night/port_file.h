// The library that a night fuzzes, and whether it still is the one that it began with.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ulna::night {

class PortFile {
public:
  PortFile() = default; ///< no file: never another one
  /// Hashes the file. Throws BadInput with one line if it cannot be read.
  explicit PortFile(const std::string& path);

  const std::string& sha256() const { return sha256_; }

  /// Empty while the file is the one that was hashed; else what became of it, as one clause. Reads
  /// the file again only if the system says that it was touched.
  std::string changed();

private:
  using Stamp = std::array<int64_t, 7>; ///< device, inode, size, times of change
  std::optional<Stamp> stamp() const;

  std::string path_, sha256_;
  std::optional<Stamp> stamp_;
};

} // namespace ulna::night
