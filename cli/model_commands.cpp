#include "cli/model_commands.h"

#include "cli/convert.h"
#include "cli/tools.h"
#include "models/inspect.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace ulna {

void add_model_commands(CLI::App& app, int& exit) {
  CLI::App* inspect = app.add_subcommand("inspect", help_of("inspect"));
  const auto inspected = std::make_shared<InspectOptions>();
  inspect->callback([inspected, &exit] { exit = ulna::inspect(*inspected, find_installation()); });
  inspect->add_option("MODEL", inspected->model, "any file that Assimp reads")->required();
  inspect->add_flag("--json", inspected->json, "as docs/inspect-json.md says");
  CLI::App* convert = app.add_subcommand("convert", help_of("convert"));
  const auto converted = std::make_shared<ConvertOptions>();
  convert->callback([converted, &exit] { exit = ulna::convert(*converted, find_installation()); });
  ConvertOptions& c = *converted;
  convert->add_option("MODEL", c.model, "any file that Assimp reads")->required();
  convert->add_option("--bones-per-subset", c.bones_per_subset,
                      "2 to 4: weight k of a vertex belongs to bone k of its subset");
  convert->add_option("--palette", c.palette,
                      "1 to 256: vertices have indices into a palette of so many bones");
  convert->add_option("--device", c.device,
                      "as 4,63,mixed: the form that a device of Direct3D 9 draws best, and how it "
                      "draws each subset (docs/drawing.md)");
  convert->add_flag("--no-normals", c.no_normals, "normals are not blended on the device");
  convert
      ->add_option("--max-influences", c.max_influences,
                   "most influences kept for a vertex, 1 to 4")
      ->capture_default_str();
  convert
      ->add_option("--rigid-bone", c.rigid_bone,
                   "name or number: the bone of vertices without influence")
      ->check([](const std::string& bone) { return bone.empty() ? "name a bone" : ""; });
  convert->add_option("--port", c.port, "a built-in port's name or a path (the fastest)");
  convert->add_flag("--json", c.json, "as docs/convert-json.md says");
  convert->add_flag("--remaps", c.remaps, "put the remaps of faces and vertices into the JSON");
}

} // namespace ulna
