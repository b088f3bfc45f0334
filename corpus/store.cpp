#include "corpus/store.h"

#include "base/descriptor.h"
#include "base/error.h"
#include "base/files.h"
#include "cases/case_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace ulna::corpus {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw BadInput(fmt::format("{}: {}", path, what));
}

Entry load_entry(const std::string& dir, const std::string& path) {
  Entry entry;
  entry.path = path;
  entry.input = read_case(read_file(path, kMaxFileBytes), path);
  try {
    entry.from = read_provenance(entry.input.note, *entry.input.operation);
  } catch (const BadInput& e) {
    fail(path, e.what());
  }
  const std::string owed = file_name(entry);
  if (fs::path(path).lexically_relative(dir) != owed)
    fail(path, fmt::format("holds what belongs into {}; move it there", owed));
  return entry;
}

/// The text of an entry's file, which can be loaded again.
std::string checked_text(const Entry& entry) {
  std::string text = write_case(entry.input);
  try {
    if (text.size() > kMaxFileBytes) throw BadInput("too large");
    read_provenance(read_case(text, file_name(entry)).note, *entry.input.operation);
  } catch (const BadInput& e) {
    throw InternalError(
        fmt::format("the corpus would not take back {}: {}", file_name(entry), e.what()));
  }
  return text;
}

/// Letters, digits and '-', as file names have them.
std::string hyphened(std::string text) {
  for (char& c : text)
    if (c == ' ') c = '-';
  return text;
}

/// The folder, for one process at a time. The lock goes when the process does.
class Lock {
public:
  explicit Lock(const std::string& dir)
      : folder_(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (folder_.is_open() && ::flock(folder_.get(), LOCK_EX) != 0 && errno == EINTR) {
    }
  }

private:
  Descriptor folder_;
};

/// Moves files into the corpus, and back again unless it is told to keep them there.
class Move {
public:
  explicit Move(fs::path side) : side_(std::move(side)) {}
  ~Move() {
    std::error_code ignored;
    for (size_t i = done_.size(); i > 0 && !kept_; --i) {
      fs::remove(done_[i - 1], ignored);
      if (fs::exists(old(i - 1), ignored)) fs::rename(old(i - 1), done_[i - 1], ignored);
    }
    fs::remove_all(side_, ignored);
  }
  Move(const Move&) = delete;
  Move& operator=(const Move&) = delete;

  void to(const fs::path& from, const fs::path& target) {
    fs::create_directories(target.parent_path());
    if (fs::exists(target)) fs::create_hard_link(target, old(done_.size()));
    fs::rename(from, target);
    done_.push_back(target);
    sync_folder(target.parent_path());
  }
  void keep() { kept_ = true; }

private:
  fs::path old(size_t i) const { return side_ / fmt::format("old-{}", i); }

  fs::path side_;
  std::vector<fs::path> done_;
  bool kept_ = false;
};

} // namespace

Entry make_entry(Case input, Provenance from) {
  Entry entry;
  // What others wrote must not add fields of its own, nor end the line.
  for (char& c : from.by)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  if (from.by.empty()) from.by = "hand";
  input.note = write_provenance(from, *input.operation);
  entry.input = std::move(input);
  entry.from = std::move(from);
  return entry;
}

std::string input_hash(const Case& c) {
  Case bare = c;
  bare.note.clear();
  return sha256_hex(write_case(bare)).substr(0, 12);
}

std::string file_name(const Entry& entry) {
  const Operation& op = *entry.input.operation;
  const Provenance& from = entry.from;
  std::string stem;
  switch (from.shelf) {
  case Shelf::seeds:
    stem = fmt::format("{}-{}{}{}", op.size(entry.input), op.element,
                       entry.input.flush ? "-flush" : "", entry.input.same_array ? "-same" : "");
    break;
  case Shelf::regressions:
    stem = fmt::format("{}-{}", from.port, ulna::name(from.finding));
    break;
  case Shelf::worst:
    stem = fmt::format("{}-{}", from.port, hyphened(op.quantities[from.quantity]));
    if (may_use_tables(from.port)) stem += "-tables-" + from.tables;
    break;
  }
  return fmt::format("{}/{}/{}-{}.case", op.name, name(from.shelf), stem, input_hash(entry.input));
}

std::vector<std::string> case_files(const std::string& dir) {
  std::vector<std::string> paths;
  try {
    for (auto it = fs::recursive_directory_iterator(dir); it != fs::end(it); ++it) {
      const fs::path& path = it->path();
      if (path.filename().string().starts_with('.')) {
        it.disable_recursion_pending();
      } else if (path.extension() == ".case") {
        paths.push_back(path);
      }
    }
  } catch (const fs::filesystem_error& e) {
    fail(dir, fmt::format("cannot look into the folder: {}; check the spelling and its permissions",
                          e.code().message()));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<Entry> load(const std::string& dir) {
  std::vector<Entry> entries;
  for (const std::string& path : case_files(dir)) entries.push_back(load_entry(dir, path));
  return entries;
}

void commit(Changes& changes, const std::string& dir) {
  try {
    check_writable(dir);
    const Lock lock(dir);
    const fs::path side = fs::path(dir) / ".adding";
    fs::remove_all(side); // of a process that was killed
    Move move(side);
    for (size_t i = 0; i < changes.write.size(); ++i)
      write_file_whole(side / fmt::format("{}.case", i), checked_text(changes.write[i]));
    for (size_t i = 0; i < changes.write.size(); ++i) {
      changes.write[i].path = fs::path(dir) / file_name(changes.write[i]);
      move.to(side / fmt::format("{}.case", i), changes.write[i].path);
    }
    move.keep();
    for (const std::string& path : changes.remove) {
      const bool written = std::any_of(changes.write.begin(), changes.write.end(),
                                       [&](const Entry& entry) { return entry.path == path; });
      if (!written) fs::remove(path);
    }
  } catch (const fs::filesystem_error& e) {
    throw BadInput(fmt::format("cannot write {}: {}; nothing was added",
                               e.path2().empty() ? e.path1().string() : e.path2().string(),
                               e.code().message()));
  } catch (const BadInput& e) {
    throw BadInput(fmt::format("{}; nothing was added", e.what()));
  }
}

} // namespace ulna::corpus
