// The folder of a night: what lies where, who may use it, and what happens to files that cannot be
// read. Everything that ulna writes there is whole or absent (base/files.h).
#pragma once

#include "base/descriptor.h"
#include "base/now_utc.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ulna::night {

namespace fs = std::filesystem;

/// DIR/
///   state.json            how far the night is
///   night.log             one line for each thing that happened
///   morning.md, .json     the report; those of nights before are in history/
///   corpus/TARGET/        inputs
///   findings/TARGET/ID/   one folder for each distinct finding
///   largest/              witnesses of the largest errors
///   artifacts/TARGET/     raw inputs of crashes whose finding has been named
///   work/TARGET.SLOT/     where a running target leaves what it finds, until it is filed
///   corrupt/              what could not be read
class Folder {
public:
  /// Creates what is missing and takes the lock; waits a moment for a runner that is just ending.
  /// What is no folder where one belongs, and what is neither file nor folder, goes to corrupt/.
  /// Throws BadInput with one line if another runner has the folder, if it cannot be written, if
  /// `corrupt` is no folder, or if it holds things and none of them is of a night.
  explicit Folder(const std::string& dir);
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const fs::path& root() const { return root_; } ///< absolute
  fs::path state() const { return root_ / "state.json"; }
  fs::path log() const { return root_ / "night.log"; }
  fs::path corpus(const std::string& target) const { return root_ / "corpus" / target; }
  fs::path findings() const { return root_ / "findings"; }
  fs::path largest() const { return root_ / "largest"; }
  fs::path artifacts() const { return root_ / "artifacts"; }
  fs::path history() const { return root_ / "history"; }
  fs::path work() const { return root_ / "work"; }
  fs::path corrupt() const { return root_ / "corrupt"; }

  /// What the constructor moved to corrupt/, a line for each.
  const std::vector<std::string>& mended() const { return mended_; }

private:
  void mend();
  void put_aside(const fs::path& path, const char* why);
  void want_folder(const fs::path& path);

  fs::path root_;
  Descriptor lock_;
  std::vector<std::string> mended_;
};

/// Moves a file that cannot be read into `corrupt` as NAME.corrupt (or .corrupt-2 ...), so that
/// nothing is lost and nothing trips over it again. Returns the new path, or the old one if it
/// could not be moved.
fs::path set_aside(const fs::path& file, const fs::path& corrupt);

/// Renames a file across folders of one disk, and makes the new name survive a power cut. Throws
/// BadInput with one line.
void move_file(const fs::path& from, const fs::path& to);

/// Creates a folder and its parents. Throws BadInput with one line.
void make_folder(const fs::path& folder);

/// The regular files in a folder, sorted by name, without those whose names begin with a dot. None
/// if it cannot be read.
std::vector<fs::path> files_in(const fs::path& folder);

/// The folders in a folder, sorted by name.
std::vector<fs::path> folders_in(const fs::path& folder);

/// Letters, digits, '_', '-' and '.' stay, any other byte becomes '_'; never empty, never begins
/// with a dot, at most 60 bytes.
std::string file_name(std::string_view text);

} // namespace ulna::night
