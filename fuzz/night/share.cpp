#include "fuzz/night/share.h"

#include "base/error.h"
#include "base/files.h"
#include "fuzz/night/corpus.h"

#include <fmt/format.h>

#include <optional>

namespace ulna::night {
namespace {

/// The bytes, if they are those of the name.
std::optional<std::string> input_in(const fs::path& file) {
  try {
    std::string bytes = read_file(file.string(), kLargestInput);
    if (file.filename() == input_name(bytes)) return bytes;
  } catch (const BadInput&) { // it went meanwhile, or nobody may read it
  }
  return {};
}

} // namespace

Share::Share(const std::string& dir) : dir_(fs::absolute(dir).lexically_normal()) {
  check_writable(dir_.string());
}

void Share::exchange(const Folder& folder, const std::string& target, Log& log) {
  if (dir_.empty()) return;
  std::set<std::string>& known = known_[target];
  const fs::path all = dir_ / target, own = folder.corpus(target);
  uint64_t given = 0, taken = 0;
  for (const fs::path& file : files_in(own)) {
    const std::string name = file.filename();
    if (known.contains(name)) continue;
    std::error_code error;
    if (!fs::exists(all / name, error)) {
      const auto bytes = input_in(file);
      if (!bytes) continue;
      write_file_whole((all / name).string(), *bytes);
      ++given;
    }
    known.insert(name);
  }
  const fs::path aside = folder.work() / (target + ".shared");
  for (const fs::path& file : files_in(all)) {
    const std::string name = file.filename();
    if (known.contains(name)) continue;
    const auto bytes = input_in(file);
    if (!bytes) continue;
    // A target takes whatever lies in its corpus, so that nothing must ever be half there.
    write_file_whole((aside / name).string(), *bytes);
    move_file(aside / name, own / name);
    known.insert(name);
    ++taken;
  }
  std::error_code error;
  fs::remove_all(aside, error);
  if (given + taken > 0)
    log.line(fmt::format("{}: {} inputs shared, {} taken over", target, given, taken));
}

} // namespace ulna::night
