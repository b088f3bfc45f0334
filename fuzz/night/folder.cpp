#include "fuzz/night/folder.h"

#include "base/error.h"
#include "base/files.h"
#include "fuzz/night/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ulna::night {
namespace {

/// A killed runner's lock goes with its last child, which dies a moment later.
constexpr int kLockTries = 40;
constexpr auto kLockPause = std::chrono::milliseconds(50);

Descriptor take_lock(const fs::path& root) {
  const fs::path path = root / "lock";
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file.is_open())
    throw BadInput(fmt::format("cannot open {}: {}; choose another --dir", path.string(),
                               std::strerror(errno)));
  for (int i = 0; i < kLockTries; ++i) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return file;
    std::this_thread::sleep_for(kLockPause);
  }
  throw BadInput(fmt::format("another `ulna fuzz` is running in {}; wait for it, or choose another "
                             "--dir",
                             root.string()));
}

/// A folder with other things in it is somebody's: its `corpus` or `work` is not ours to change.
void check_ours(const fs::path& root) {
  std::error_code error;
  const auto is_file = [&](const char* name) {
    return fs::is_regular_file(fs::symlink_status(root / name, error));
  };
  if (is_file("state.json") || is_file("lock") || is_file("morning.json")) return;
  for (fs::directory_iterator at(root, error), end; !error && at != end; at.increment(error))
    if (!at->path().filename().string().starts_with(".ulna-")) // of a start that was killed
      throw BadInput(
          fmt::format("{} is not empty and holds no night of `ulna fuzz`; choose another "
                      "--dir",
                      root.string()));
}

/// All entries but the hidden ones.
std::vector<fs::path> all_in(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().filename().string().front() != '.') all.push_back(at->path());
  return all;
}

std::vector<fs::path> entries(const fs::path& folder, bool folders) {
  std::vector<fs::path> all;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    const fs::file_status status = at->symlink_status(ignored);
    const bool wanted = folders ? fs::is_directory(status) : fs::is_regular_file(status);
    if (wanted && at->path().filename().string().front() != '.') all.push_back(at->path());
  }
  std::sort(all.begin(), all.end());
  return all;
}

} // namespace

Folder::Folder(const std::string& dir) {
  if (dir.empty()) throw BadInput("--dir: name a folder");
  root_ = fs::absolute(dir).lexically_normal();
  if (!root_.has_filename()) root_ = root_.parent_path();
  check_ours(root_);
  check_writable(root_.string());
  lock_ = take_lock(root_);
  mend();
  for (const fs::path& folder :
       {root_ / "corpus", findings(), largest(), artifacts(), history(), work(), corrupt()})
    make_folder(folder);
}

void Folder::put_aside(const fs::path& path, const char* why) {
  const fs::path kept = set_aside(path, corrupt());
  if (kept == path)
    throw BadInput(fmt::format("{} {} and cannot be moved to {}; move it away, or choose another "
                               "--dir",
                               path.string(), why, corrupt().string()));
  mended_.push_back(fmt::format("{} {}; kept as {}", path.string(), why, kept.string()));
}

/// A link to a folder is one; a link to nowhere is not.
void Folder::want_folder(const fs::path& path) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(path, error)) && !fs::is_directory(path, error))
    put_aside(path, "is not the folder that belongs there");
}

void Folder::mend() {
  std::error_code error;
  const auto is_something = [&](const fs::path& path) {
    return fs::exists(fs::symlink_status(path, error)) && !fs::is_directory(path, error);
  };
  if (is_something(corrupt()))
    throw BadInput(fmt::format("{} is a file, and ulna needs a folder of that name; move it away, "
                               "or choose another --dir",
                               corrupt().string()));
  const fs::path kinds[] = {root_ / "corpus", findings(), artifacts(),
                            largest(),        history(),  work()};
  for (const fs::path& folder : kinds) want_folder(folder);
  for (const std::string& target : target_names()) {
    for (const fs::path& of_targets : {root_ / "corpus", findings(), artifacts()})
      want_folder(of_targets / target);
    want_folder(artifacts() / target / "unexplained");
    for (const fs::path& one : all_in(findings() / target)) {
      want_folder(one);
      want_folder(one / "more");
    }
  }
  for (const fs::path& one : all_in(work())) {
    want_folder(one);
    for (const char* part : {"findings", "artifacts"}) want_folder(one / part);
  }
  // Opening a pipe, to read or to write, would wait for ever. Corpora are looked through later.
  std::vector<fs::path> odd;
  const auto look = [&](const fs::path& path) {
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_directory(status) && !fs::is_regular_file(status))
      odd.push_back(path);
  };
  for (const fs::path& path : all_in(root_))
    if (path.filename() != "lock") look(path); // it is ours, whatever it is, and is never read
  for (const fs::path& folder : {findings(), artifacts(), largest(), history(), work()})
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error))
      look(at->path());
  for (const fs::path& path : odd) put_aside(path, "is no regular file");
}

fs::path set_aside(const fs::path& file, const fs::path& corrupt) {
  std::error_code error;
  fs::create_directories(corrupt, error);
  for (int i = 1; i < 10000; ++i) {
    const std::string ending = i == 1 ? ".corrupt" : fmt::format(".corrupt-{}", i);
    const fs::path to = corrupt / (file.filename().string() + ending);
    if (fs::exists(fs::symlink_status(to, error))) continue;
    return ::rename(file.c_str(), to.c_str()) == 0 ? to : file;
  }
  return file;
}

void move_file(const fs::path& from, const fs::path& to) {
  make_folder(to.parent_path());
  if (::rename(from.c_str(), to.c_str()) != 0)
    throw BadInput(fmt::format("cannot move {} to {}: {}; check the disk and its permissions",
                               from.string(), to.string(), std::strerror(errno)));
  sync_folder(to.parent_path());
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return;
  const bool in_the_way = error == std::errc::not_a_directory || error == std::errc::file_exists;
  throw BadInput(fmt::format(
      "cannot create {}: {}; {}, or choose another --dir", folder.string(), error.message(),
      in_the_way ? "move away the file that is in its place" : "free some space"));
}

std::vector<fs::path> files_in(const fs::path& folder) {
  return entries(folder, false);
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  return entries(folder, true);
}

std::string file_name(std::string_view text) {
  constexpr size_t kLongest = 60;
  std::string name(text.substr(0, kLongest));
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-' || c == '.';
    if (!plain) c = '_';
  }
  if (name.empty() || name.front() == '.') name.insert(0, 1, '_');
  return name;
}

} // namespace ulna::night
