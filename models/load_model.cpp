#include "models/load_model.h"

#include "base/files.h"
#include "base/temporary_folder.h"
#include "models/importer.h"
#include "models/importer_output.h"

namespace ulna {
namespace {

/// Reads files of the folder.
ReadFile from(const TemporaryFolder& folder) {
  return [path = folder.path()](const std::string& name) {
    return read_file(path + "/" + name, kMaxHandedOver);
  };
}

} // namespace

Model load_model(const std::string& path, const std::string& importer, double limit_seconds) {
  return naming_model(path, [&] {
    const TemporaryFolder folder("ulna-model");
    Model model =
        take_model(run_importer(importer, {}, path, folder.path(), limit_seconds), from(folder));
    model.path = path;
    return model;
  });
}

Description describe_model(const std::string& path, const std::string& importer,
                           double limit_seconds) {
  return naming_model(path, [&] {
    const TemporaryFolder folder("ulna-model");
    return read_description(
        run_importer(importer, {"--describe"}, path, folder.path(), limit_seconds));
  });
}

SkinnedMesh load_skinned_mesh(const std::string& path, const std::string& importer,
                              double limit_seconds) {
  return naming_model(path, [&] {
    const TemporaryFolder folder("ulna-model");
    return take_skinned_mesh(run_importer(importer, {"--mesh"}, path, folder.path(), limit_seconds),
                             from(folder));
  });
}

} // namespace ulna
