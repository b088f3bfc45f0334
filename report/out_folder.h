// The folder that `ulna certify` writes its certificate and witnesses into.
#pragma once

#include "base/descriptor.h"

#include <string>
#include <string_view>

namespace ulna {

/// Keeps other runs out of the folder for as long as it lives. The lock is on the folder itself and
/// ends with the process, however that ends.
class OutFolder {
public:
  /// Creates the folder if it is missing. Throws BadInput with one line where it cannot be written,
  /// or another run has it.
  explicit OutFolder(const std::string& path);

private:
  Descriptor folder_;
};

/// Removes the certificate and the witnesses that an earlier run left in the folder, so that none
/// of them stands beside the verdicts of another run. Files that bear no name of ours stay.
void remove_earlier_run(const std::string& path);

/// Whether a witness of `ulna certify` is called so: "1-sse-slerp_joints-crashed.case".
bool is_witness_name(std::string_view name);

/// Where the call is that comes before a witness's, from 1 up: "x.case" has "x-before-1.case".
std::string path_before(std::string_view witness, size_t number);

} // namespace ulna
