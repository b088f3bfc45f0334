// Corpora of several nights that are one: what a night finds goes into a folder that all have, and
// what others put there into its own.
#pragma once

#include "fuzz/night/folder.h"
#include "fuzz/night/log.h"

#include <map>
#include <set>
#include <string>

namespace ulna::night {

/// DIR/TARGET/ holds inputs under the names that libFuzzer gives them, the SHA-1 of their bytes. A
/// file gets its name when it is whole, and is never changed or removed; so nobody needs a lock,
/// and who is killed leaves nothing but a file with a name of its own. Of the file system this asks
/// that a rename within a folder is one step, that O_EXCL creates a file for one process alone, and
/// that who opens a file by its name reads what was written before it got that name: NFS from
/// version 3 does, with its usual close-to-open consistency. A listing may be late.
class Share {
public:
  Share() = default; ///< with nobody
  /// Creates the folder. Throws BadInput with one line where it cannot be written.
  explicit Share(const std::string& dir);

  /// Copies both ways what the other side does not have. An input that was taken over or given away
  /// once is not taken again: a merge may have dropped it. One whose bytes are not those of its
  /// name is left where it is, and so is what no target wrote. Throws BadInput if a disk refuses;
  /// doing it again is right then.
  void exchange(const Folder& folder, const std::string& target, Log& log);

private:
  fs::path dir_;
  std::map<std::string, std::set<std::string>> known_; ///< names, by target
};

} // namespace ulna::night
