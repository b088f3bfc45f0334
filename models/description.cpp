#include "models/description.h"

#include "models/importer.h"

#include <nlohmann/json.hpp>

#include <numeric>

namespace ulna {

// The members' names are those of docs/inspect-json.md.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MeshDescription, name, number, material, material_name, vertices,
                                   faces, points_and_lines, bones, max_vertex_influences,
                                   max_face_influences)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BoneDescription, name, vertices)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProblemDescription, kind, count, mesh, vertex, bone, value)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(XSkinHeader, mesh, frame, claims, malformed, has)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(XHeaders, form, count, headers)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Description, skinned, meshes, meshes_without_bones, materials,
                                   bones, influences_per_vertex, influences_per_face, problems, x)

namespace {

std::string dump(const nlohmann::json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Parses a text in which all numbers are counts, whole and not negative, except for the value of a
/// problem, and its bone, which may be -1: the library would convert whatever there is.
nlohmann::json parse(const std::string& text) {
  using nlohmann::json;
  std::string key;
  return json::parse(text, [&key](int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::key) key = parsed.get<std::string>();
    if (event != json::parse_event_t::value || !parsed.is_number() || key == "value") return true;
    if (!parsed.is_number_integer() || (!parsed.is_number_unsigned() && key != "bone"))
      bad_summary();
    return true;
  });
}

} // namespace

std::string json_of(const Description& description) {
  return dump(description, -1);
}

std::string json_of(const Description& description, const std::string& model) {
  nlohmann::json json = description;
  json["model"] = model;
  json["version"] = 1;
  return dump(json, 1);
}

Description read_description(const std::string& json) {
  try {
    auto description = parse(json).get<Description>();
    for (const ProblemDescription& p : description.problems)
      if (p.mesh >= description.meshes.size() || p.bone < -1 ||
          p.bone >= static_cast<int64_t>(description.bones.size()))
        bad_summary();
    for (const XSkinHeader& h : description.x.headers)
      if ((h.claims.size() != 3 && h.malformed.empty()) || (!h.has.empty() && h.has.size() != 3))
        bad_summary();
    return description;
  } catch (const nlohmann::json::exception&) {
    bad_summary();
  }
}

uint64_t total(const std::vector<uint64_t>& histogram) {
  return std::accumulate(histogram.begin(), histogram.end(), uint64_t{0});
}

uint64_t largest(const std::vector<uint64_t>& histogram) {
  size_t i = histogram.size();
  while (i > 0 && histogram[i - 1] == 0) --i;
  return i > 0 ? i - 1 : 0;
}

} // namespace ulna
