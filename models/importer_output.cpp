#include "models/importer_output.h"

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "cases/case_file.h"
#include "cases/operation.h"
#include "models/importer.h"
#include "operations/conversion/conversion.h"
#include "operations/list.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulna {
namespace {

constexpr uint64_t kMaxCases = 100000;

/// Whether it names a file in the folder, and nothing that leads out of it.
bool is_file_name(const std::string& name) {
  return !name.empty() && name.front() != '.' && name.find('/') == name.npos &&
         name.find('\0') == name.npos;
}

std::vector<std::string> read_summary(const std::string& text, Model& model) {
  try {
    const auto json = nlohmann::json::parse(text);
    const auto number = [&json](const char* key) {
      const auto& value = json.at(key);
      if (!value.is_number_unsigned()) bad_summary();
      return value.get<uint64_t>();
    };
    model.vertices = number("vertices");
    model.joints = number("joints");
    model.influences = number("influences");
    model.max_influences = number("max_influences_per_vertex");
    model.meshes = number("meshes");
    model.clips = number("clips");
    model.synthetic = json.at("synthetic").get<bool>();
    model.synthetic_rig = json.at("synthetic_rig").get<bool>();
    auto names = json.at("cases").get<std::vector<std::string>>();
    if (names.size() > kMaxCases) bad_summary();
    return names;
  } catch (const nlohmann::json::exception&) {
    bad_summary();
  }
}

/// Takes what the arrays of the case need off the bytes that are left.
Case take_case(const std::string& name, const ReadFile& read, size_t& bytes_left) {
  if (!is_file_name(name)) bad_summary();
  try {
    Case c = read_case(read(name), name, bytes_left);
    for (const Array& array : c.arrays) bytes_left -= array.size();
    return c;
  } catch (const BadInput& e) {
    throw BadInput(fmt::format("the importer wrote a bad case ({}); build ulna again",
                               printable(e.what(), 500)));
  }
}

/// Whoever looks up a bone or a mesh by the numbers of the case shall find one.
void check_agreement(const SkinnedMesh& model) {
  if (model.mesh.operation != &convert_to_indexed_blended_mesh()) bad_summary();
  const reference::SkinnedMesh mesh = conversion::mesh_of(model.mesh);
  const Description& d = model.description;
  uint64_t vertices = 0;
  for (const MeshDescription& m : d.meshes) vertices += m.vertices;
  if (mesh.num_vertices() != vertices || mesh.num_bones != d.bones.size() ||
      std::any_of(mesh.attributes.begin(), mesh.attributes.end(),
                  [&](uint32_t a) { return a >= d.meshes.size(); }))
    bad_summary();
}

} // namespace

Model take_model(const std::string& summary, const ReadFile& read, size_t max_bytes) {
  Model model;
  for (const std::string& name : read_summary(summary, model))
    model.cases.push_back(take_case(name, read, max_bytes));
  for (const Operation* op : operations())
    if (std::none_of(model.cases.begin(), model.cases.end(),
                     [op](const Case& c) { return c.operation == op; }))
      throw BadInput(
          fmt::format("the importer made no case of {} from it; build ulna again", op->name));
  return model;
}

SkinnedMesh take_skinned_mesh(const std::string& description, const ReadFile& read,
                              size_t max_bytes) {
  SkinnedMesh out;
  out.description = read_description(description);
  if (!out.description.skinned)
    throw BadInput("no mesh of it has bones, so there is nothing to convert; choose a model with "
                   "a skin, or export its skin too");
  out.mesh = take_case("mesh.case", read, max_bytes);
  check_agreement(out);
  return out;
}

} // namespace ulna
