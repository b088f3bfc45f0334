// The importer as a child process: what happens in it to a damaged file ends there.
#pragma once

#include "base/error.h"

#include <new>
#include <string>
#include <vector>

namespace ulna {

/// Runs the executable `importer` with the options, the model's path and the folder for its cases,
/// and returns what it printed. The child gets `limit_seconds` of wall clock and 8 GiB. Throws
/// BadInput with one line that does not name the model: see about_model.
std::string run_importer(const std::string& importer, const std::vector<std::string>& options,
                         const std::string& model, const std::string& folder, double limit_seconds);

/// The BadInput that what the importer returned cannot be used.
[[noreturn]] void bad_summary();

/// "model PATH: " in front of a message.
std::string about_model(const std::string& path, const std::string& message);

/// What `use` returns. A BadInput of it, or a lack of memory, names the model.
template <class Use>
auto naming_model(const std::string& path, const Use& use) {
  try {
    return use();
  } catch (const BadInput& e) {
    throw BadInput(about_model(path, e.what()));
  } catch (const std::bad_alloc&) {
    throw BadInput(about_model(path, "it needs more memory than there is; reduce the model"));
  }
}

} // namespace ulna
