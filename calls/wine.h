// Wine, in which ports for Windows run: without a display, and without the services that a desktop
// would have.
#pragma once

#include "base/child_process.h"
#include "base/temporary_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace ulna {

/// Where its program is. Throws NotRun where it is missing.
std::string path_of_wine();

/// What one worker needs around it, and shares with none: a drive C with Windows' libraries, in a
/// new folder, and Wine's server, which does for the worker much of what a kernel would. It may
/// write in the folder alone.
class Wine {
public:
  /// `confined` is the program that confines. Throws NotRun where Wine is missing, BadInput where
  /// the folder cannot be made, or the server does not start or cannot be confined.
  explicit Wine(const std::string& confined);

  /// For the worker, as "NAME=VALUE".
  std::vector<std::string> environment() const;

private:
  void start(const std::string& confined, const std::string& server);
  std::string prefix() const { return folder_.path() + "/prefix"; }

  TemporaryFolder folder_{"/tmp", "wine"}; ///< where and as what Wine looks for its server
  std::optional<ChildProcess> server_;
};

} // namespace ulna
