// Models from their files. Whatever goes wrong, with the file, the importer or what it hands over,
// is a BadInput with one line that names the file and the cure. No files are left behind.
#pragma once

#include "models/model.h"

namespace ulna {

/// Reads a model with the executable `importer`, in a child process that gets `limit_seconds` of
/// wall clock and 8 GiB.
Model load_model(const std::string& path, const std::string& importer, double limit_seconds = 60);

/// The same for what the model is like, before anything is repaired.
Description describe_model(const std::string& path, const std::string& importer,
                           double limit_seconds = 60);

/// All skinned meshes of a model as one.
SkinnedMesh load_skinned_mesh(const std::string& path, const std::string& importer,
                              double limit_seconds = 60);

} // namespace ulna
