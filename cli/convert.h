// `ulna convert`: a model cut into subsets of few bones, by a port under watch.
#pragma once

#include "judge/judge.h"

namespace ulna {

/// Numbers are as the user wrote them; empty ones are not given.
struct ConvertOptions {
  std::string model;            ///< path
  std::string bones_per_subset; ///< 2 to 4: the non-indexed form
  std::string palette;          ///< 1 to 256: the indexed form
  std::string device;           ///< as 4,63,mixed: its form; one of the three is given
  bool no_normals = false;      ///< which take half of a device's palette
  std::string max_influences = "4";
  std::string rigid_bone; ///< name or number
  std::string port;       ///< name or path; else the fastest built-in one that runs here
  bool json = false;      ///< docs/convert-json.md
  bool remaps = false;    ///< in JSON: face_remap and vertex_remap too
};

/// Converts, checks and prints on the standard output. Returns the exit code: 1 if the port broke
/// its contract, of which a line on the standard error says how. Throws BadInput for what cannot be
/// converted.
int convert(const ConvertOptions& options, const Installation& installation);

} // namespace ulna
