#include "cli/convert.h"

#include "base/error.h"
#include "base/text.h"
#include "calls/shared/ticks.h"
#include "cases/make_case.h"
#include "certify/arguments.h"
#include "certify/certify.h"
#include "certify/dispatched.h"
#include "certify/port_names.h"
#include "models/importer.h"
#include "models/load_model.h"
#include "models/model.h"
#include "operations/conversion/conversion.h"
#include "operations/list.h"
#include "reference/conversion/check.h"
#include "reference/conversion/draw_plan.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>

namespace ulna {
namespace {

using Clock = std::chrono::steady_clock;

// --- What is asked for -------------------------------------------------------------------------

std::optional<uint32_t> number(const std::string& text) {
  uint32_t value{};
  const auto r = std::from_chars(text.data(), text.data() + text.size(), value);
  if (r.ec != std::errc{} || r.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

uint32_t number_between(const char* option, const std::string& text, uint32_t low, uint32_t high) {
  const std::optional<uint32_t> value = number(text);
  if (!value || *value < low || *value > high)
    throw BadInput(fmt::format("{} {}: say a whole number from {} to {}", option,
                               printable(text, 40), low, high));
  return *value;
}

struct Request {
  const Operation* operation;
  bool indexed;
  ulna_conversion_limits limits;
  std::optional<ulna_device> device = {}; ///< says the form and the bones
  bool normals = true;
  uint32_t software = 0; ///< of the device
};

constexpr std::array<const char*, 3> kProcessings{"hardware", "software", "mixed"};

ulna_device device_called(const std::string& text) {
  const size_t first = text.find(',');
  const size_t second = first == text.npos ? first : text.find(',', first + 1);
  if (second != text.npos) {
    const std::optional<uint32_t> matrices = number(text.substr(0, first));
    const std::optional<uint32_t> index = number(text.substr(first + 1, second - first - 1));
    const auto processing = std::ranges::find(kProcessings, text.substr(second + 1));
    if (matrices && index && processing != kProcessings.end())
      return {*matrices, *index, static_cast<uint32_t>(processing - kProcessings.begin())};
  }
  throw BadInput(
      fmt::format("--device {}: say MaxVertexBlendMatrices, MaxVertexBlendMatrixIndex and "
                  "hardware, software or mixed, as in 4,63,mixed",
                  printable(text, 60)));
}

void set_form(Request& request, bool indexed) {
  request.indexed = indexed;
  request.operation = indexed ? &convert_to_indexed_blended_mesh() : &convert_to_blended_mesh();
}

/// The form and the bones of a subset that the device of the request asks for.
void choose_form(Request& request, const reference::SkinnedMesh& mesh) {
  // Of the mesh as it will be: what vertices lose, faces do not need.
  const uint32_t face =
      std::min(reference::max_face_influences(mesh), 3 * request.limits.max_influences);
  const ulna_skin_size skin{mesh.num_bones, face, request.normals};
  const ulna_blending blending = reference::blending_of(*request.device, skin);
  if (blending.form == ULNA_NOT_BLENDED)
    throw BadInput(
        fmt::format("--device: it has room for {} bones at a time, and no software: a face "
                    "needs 3 at least; skin with update_skinned_mesh",
                    std::max(reference::hardware_palette(*request.device, request.normals),
                             reference::hardware_matrices(*request.device))));
  set_form(request, blending.form == ULNA_INDEXED);
  request.limits.max_bones = blending.max_bones;
  request.software = blending.software;
}

Request parse(const ConvertOptions& options) {
  const bool indexed = !options.palette.empty();
  if (indexed + !options.bones_per_subset.empty() + !options.device.empty() != 1)
    throw BadInput("say either --bones-per-subset 2 to 4, for vertices without indices, or "
                   "--palette 1 to 256, for vertices with indices, or --device");
  if (options.no_normals && options.device.empty())
    throw BadInput("--no-normals goes with --device, whose palette they would take half of");
  Request request{};
  request.normals = !options.no_normals;
  if (!options.device.empty()) {
    request.device = device_called(options.device);
  } else {
    set_form(request, indexed);
    request.limits.max_bones =
        indexed ? number_between("--palette", options.palette, 1, 256)
                : number_between("--bones-per-subset", options.bones_per_subset, 2, 4);
  }
  request.limits.max_influences = number_between("--max-influences", options.max_influences, 1, 4);
  request.limits.rigid_bone = UINT32_MAX;
  return request;
}

/// The bone of that name, or else of that number.
uint32_t bone_called(const std::string& text, const std::vector<BoneDescription>& bones) {
  const auto named = std::find_if(bones.begin(), bones.end(),
                                  [&](const BoneDescription& b) { return b.name == text; });
  if (named != bones.end()) return static_cast<uint32_t>(named - bones.begin());
  const std::optional<uint32_t> value = number(text);
  if (value && *value < bones.size()) return *value;
  throw BadInput(fmt::format("--rigid-bone {}: no bone has that name, nor that number from 0 to "
                             "{}; `ulna inspect --json` lists them",
                             printable(text), bones.size() - 1));
}

// --- The port ----------------------------------------------------------------------------------

/// Why a port cannot convert here, or nothing.
std::string unfit(const PortInfo& port, const Operation& op) {
  if (!port.implements(op)) return fmt::format("it does not implement {}", op.name);
  const std::string missing = lacking(port);
  return missing.empty() ? "" : "this CPU lacks " + missing;
}

Session open_port(const std::string& wanted, const Operation& op,
                  const Installation& installation) {
  if (!wanted.empty()) {
    Session session(port_path(wanted, installation), installation.worker);
    const std::string why = unfit(session.port(), op);
    if (!why.empty()) throw BadInput(fmt::format("--port {}: {}", wanted, printable(why, 200)));
    return session;
  }
  if (const auto fastest = Dispatched(installation).origin(op))
    return Session(port_path(*fastest, installation), installation.worker);
  throw BadInput(fmt::format("no built-in port of {} runs here; give one with --port", op.name));
}

// --- Calling -----------------------------------------------------------------------------------

/// The time of the ticks that a worker counts, from how far they came since this object began.
class Ticks {
public:
  double seconds(uint64_t ticks) const {
    const double since = std::chrono::duration<double>(Clock::now() - start_).count();
    return static_cast<double>(ticks) * since /
           static_cast<double>(processor_ticks() - start_ticks_);
  }

private:
  Clock::time_point start_ = Clock::now();
  uint64_t start_ticks_ = processor_ticks();
};

/// What a valid conversion gave.
struct Converted {
  int32_t code = 0;
  ulna_conversion_counts counts{};
  std::vector<ulna_subset> subsets;
  std::vector<uint32_t> bones, face_remap, vertex_remap;
  reference::Quality quality;
  double seconds = 0; ///< of the fastest call
  int calls = 0;
};

void take(const Case& c, bool indexed, const reference::Conversion& conversion, Converted& out) {
  const ulna_conversion_counts& n = conversion.counts;
  const auto copy = [](const auto& span, size_t count) {
    return std::vector(span.begin(), span.begin() + ptrdiff_t(count));
  };
  out.counts = n;
  out.subsets = copy(conversion.subsets, n.num_subsets);
  out.bones = copy(conversion.bones, size_t{n.num_subsets} * n.table_width);
  out.face_remap = copy(conversion.face_remap, conversion.face_remap.size());
  out.vertex_remap = copy(conversion.vertex_remap, n.num_vertices);
  out.quality = reference::check_conversion(conversion::mesh_of(c), conversion::limits_of(c),
                                            indexed, conversion, true)
                    .quality;
}

/// Calls the port until its time is known. Returns the findings of the first call.
std::vector<Finding> call(Session& session, const Case& c, bool indexed, Converted& out) {
  constexpr int kCalls = 5;
  constexpr double kEnoughSeconds = 2;
  const Ticks ticks;
  std::vector<Finding> findings;
  double total = 0;
  const Case* const one[] = {&c};
  const auto first = [&](const CallResult& result, const Outputs& outputs) {
    Tally tally;
    Random random(0, 0);
    findings = judge_outputs(c, result, outputs, tally, random).findings;
    if (!findings.empty()) return;
    Results results;
    results.returned = result.state.returned;
    for (const Output& output : outputs) results.outputs.push_back(output.bytes);
    out.code = results.returned;
    out.counts = conversion::conversion_of(results).counts;
    if (out.code != ULNA_CONVERTED) return;
    take(c, indexed, conversion::conversion_of(results), out);
  };
  while (out.calls < kCalls && total < kEnoughSeconds && findings.empty()) {
    session.run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
      if (out.calls++ == 0) first(result, outputs);
      if (result.end != CallResult::End::returned) return;
      const double seconds = ticks.seconds(result.state.end - result.state.begin);
      out.seconds = out.calls == 1 ? seconds : std::min(out.seconds, seconds);
      total += seconds;
    });
  }
  return findings;
}

// --- Where things are in the model -------------------------------------------------------------

std::string mesh_name(const Description& d, size_t mesh) {
  const std::string name = printable(d.meshes[mesh].name);
  return name.empty() ? fmt::format("mesh {}", mesh) : fmt::format("mesh {} ({})", mesh, name);
}

/// A vertex of all meshes by its mesh and its number there.
std::string vertex_name(const Description& d, uint64_t vertex) {
  size_t mesh = 0;
  while (mesh + 1 < d.meshes.size() && vertex >= d.meshes[mesh].vertices)
    vertex -= d.meshes[mesh++].vertices;
  return fmt::format("vertex {} of {}", vertex, mesh_name(d, mesh));
}

/// What the user has to know where a conversion is refused, with the cure.
std::string refusal(const Description& d, const Case& c, const Request& request,
                    const Converted& converted) {
  const reference::SkinnedMesh mesh = conversion::mesh_of(c);
  const uint32_t where = converted.counts.where;
  switch (converted.code) {
  case ULNA_BAD_WEIGHT: {
    const auto behind =
        std::upper_bound(mesh.first_influence.begin(), mesh.first_influence.end(), where);
    const auto vertex = static_cast<uint64_t>(behind - mesh.first_influence.begin()) - 1;
    return fmt::format("{} has the weight {} of bone {}; make it finite and not negative",
                       vertex_name(d, vertex), mesh.influences[where].weight,
                       printable(d.bones[mesh.influences[where].bone].name));
  }
  case ULNA_NO_INFLUENCE:
    return fmt::format("{} has no influence; name a bone for such vertices with --rigid-bone, or "
                       "give it weights",
                       vertex_name(d, where));
  case ULNA_TOO_FEW_BONES:
    return fmt::format("a face of {} has vertices of which one would keep none of its bones; "
                       "choose {} 3 or more",
                       mesh_name(d, mesh.attributes[where]),
                       request.indexed ? "--palette" : "--bones-per-subset");
  default: // that it got no memory is a finding
    throw InternalError(fmt::format("a conversion is valid with code {}", converted.code));
  }
}

// --- Printing ----------------------------------------------------------------------------------

/// The bones of a subset, without the padding.
std::span<const uint32_t> row(const Converted& converted, size_t subset) {
  const size_t width = converted.counts.table_width;
  const auto whole = std::span(converted.bones).subspan(subset * width, width);
  return whole.first(size_t(std::find(whole.begin(), whole.end(), UINT32_MAX) - whole.begin()));
}

/// Names with commas between, in lines of at most 100 columns behind an indent.
void print_names(const Description& d, std::span<const uint32_t> bones) {
  constexpr size_t kIndent = 8, kColumns = 100;
  size_t column = 0;
  for (size_t i = 0; i < bones.size(); ++i) {
    const std::string word = printable(d.bones[bones[i]].name) + (i + 1 < bones.size() ? "," : "");
    if (column == 0 || column + 1 + word.size() > kColumns) {
      fmt::print("{}{:{}}{}", column > 0 ? "\n" : "", "", kIndent, word);
      column = kIndent + word.size();
    } else {
      fmt::print(" {}", word);
      column += 1 + word.size();
    }
  }
  fmt::print("\n");
}

/// How the device of the request draws a subset.
ulna_draw draw_of(const Request& request, const Converted& converted, size_t subset) {
  return reference::draw_of(*request.device, row(converted, subset), request.indexed,
                            request.normals, converted.counts.max_influences);
}

constexpr std::array<const char*, 3> kPasses{"hardware", "software", "not drawn"};

void print_subsets(const Description& d, const Request& request, const Converted& converted) {
  fmt::print("{:>6}  {:24}  {:>8}  {:>10}  {:>8}  {:>12}  {:>8}  {:>5}{}\n", "subset", "mesh",
             "material", "first face", "faces", "first vertex", "vertices", "bones",
             request.device ? "  pass       weights" : "");
  for (size_t i = 0; i < converted.subsets.size(); ++i) {
    const ulna_subset& s = converted.subsets[i];
    const MeshDescription& mesh = d.meshes[s.attribute];
    const auto bones = row(converted, i);
    std::string drawn;
    if (request.device) {
      const ulna_draw draw = draw_of(request, converted, i);
      drawn = fmt::format("  {:9}  {:>7}", kPasses[draw.pass], draw.blend_weights);
    }
    fmt::print("{:>6}  {:24}  {:>8}  {:>10}  {:>8}  {:>12}  {:>8}  {:>5}{}\n", i,
               fmt::format("{} {}", s.attribute, printable(mesh.name, 20)), mesh.material,
               s.face_start, s.face_count, s.vertex_start, s.vertex_count, bones.size(), drawn);
    print_names(d, bones);
  }
}

std::string weight_lost(const Description& d, const reference::Quality& q) {
  if (!(q.weight_lost_sum > 0)) return "none";
  return fmt::format("{:.6g} of {} vertices' weights; most by {}: {:.4g}", q.weight_lost_sum,
                     q.vertices_in, vertex_name(d, q.worst_vertex), q.weight_lost_worst);
}

void print(const Description& d, const Request& request, const PortInfo& port,
           const std::string& path, const Converted& converted) {
  const reference::Quality& q = converted.quality;
  fmt::print("{}: {} faces, {} bones\n", printable(path, 1000), converted.face_remap.size(),
             d.bones.size());
  fmt::print("{} by port {}: at most {} bones per subset, {} influences per vertex\n",
             request.operation->name, printable(port.name), request.limits.max_bones,
             request.limits.max_influences);
  if (request.device)
    fmt::print("the device draws it by {} processing, {}\n",
               request.software ? "software" : "hardware",
               request.indexed ? "with indices into a palette" : "without indices");
  fmt::print("\n");
  print_subsets(d, request, converted);
  const double ratio = static_cast<double>(q.vertices_out) / std::max(1u, q.vertices_in);
  fmt::print("\nsubsets            {}, {}\n", converted.subsets.size(),
             converted.subsets.size() == q.lower_bound
                 ? "the fewest possible with these influences"
                 : fmt::format("at least {} with these influences", q.lower_bound));
  fmt::print("vertices           {} out for {} in ({:.3f})\n", q.vertices_out, q.vertices_in,
             ratio);
  fmt::print("influences         at most {} on a vertex; a row of the table has {} bones\n",
             converted.counts.max_influences, converted.counts.table_width);
  fmt::print("weight lost        {}\n", weight_lost(d, q));
  fmt::print("time               {:.3f} ms, the fastest of {} calls\n", converted.seconds * 1e3,
             converted.calls);
  fmt::print("checked            valid\n");
}

using Json = nlohmann::ordered_json;

Json subset_json(const Description& d, const Request& request, const Converted& converted,
                 size_t i) {
  const ulna_subset& s = converted.subsets[i];
  const auto bones = row(converted, i);
  Json json{{"attribute", s.attribute},
            {"material", d.meshes[s.attribute].material},
            {"face_start", s.face_start},
            {"face_count", s.face_count},
            {"vertex_start", s.vertex_start},
            {"vertex_count", s.vertex_count},
            {"bones", std::vector(bones.begin(), bones.end())}};
  if (request.device) {
    const ulna_draw draw = draw_of(request, converted, i);
    json["pass"] = kPasses[draw.pass];
    json["blend_weights"] = draw.blend_weights;
  }
  return json;
}

void print_json(const Description& d, const Request& request, const PortInfo& port,
                const ConvertOptions& options, const Converted& converted) {
  const reference::Quality& q = converted.quality;
  const ulna_conversion_limits& limits = request.limits;
  Json json;
  json["version"] = 1;
  json["model"] = options.model;
  json["port"] = port.name;
  json["operation"] = request.operation->name;
  json["limits"] = {
      {"max_influences", limits.max_influences},
      {"max_bones", limits.max_bones},
      {"rigid_bone", limits.rigid_bone == UINT32_MAX ? Json(nullptr) : Json(limits.rigid_bone)}};
  if (request.device)
    json["device"] = {{"max_blend_matrices", request.device->max_blend_matrices},
                      {"max_blend_matrix_index", request.device->max_blend_matrix_index},
                      {"vertex_processing", kProcessings[request.device->vertex_processing]},
                      {"normals", request.normals},
                      {"software", request.software != 0}};
  json["bones"] = Json::array();
  for (const BoneDescription& bone : d.bones) json["bones"].push_back(bone.name);
  json["meshes"] = Json::array();
  for (const MeshDescription& mesh : d.meshes)
    json["meshes"].push_back({{"name", mesh.name},
                              {"number", mesh.number},
                              {"material", mesh.material},
                              {"material_name", mesh.material_name},
                              {"vertices", mesh.vertices},
                              {"faces", mesh.faces}});
  json["subsets"] = Json::array();
  for (size_t i = 0; i < converted.subsets.size(); ++i)
    json["subsets"].push_back(subset_json(d, request, converted, i));
  json["lower_bound"] = q.lower_bound;
  json["table_width"] = converted.counts.table_width;
  json["max_influences"] = converted.counts.max_influences;
  json["faces"] = converted.face_remap.size();
  json["vertices_in"] = q.vertices_in;
  json["vertices_out"] = q.vertices_out;
  json["weight_lost"] = {
      {"sum", q.weight_lost_sum}, {"worst", q.weight_lost_worst}, {"worst_vertex", q.worst_vertex}};
  json["seconds"] = converted.seconds;
  if (options.remaps) {
    json["face_remap"] = converted.face_remap;
    json["vertex_remap"] = converted.vertex_remap;
  }
  fmt::print("{}\n", json.dump(1, ' ', false, Json::error_handler_t::replace));
}

} // namespace

int convert(const ConvertOptions& options, const Installation& installation) {
  Request request = parse(options);
  if (options.remaps && !options.json)
    throw BadInput("--remaps goes with --json; the table has no room for them");
  std::optional<Session> opened;
  if (!request.device) opened.emplace(open_port(options.port, *request.operation, installation));
  const SkinnedMesh model = load_skinned_mesh(options.model, installation.importer);
  const Description& d = model.description;
  if (conversion::mesh_of(model.mesh).num_faces() == 0)
    throw BadInput(about_model(options.model, "its meshes have no faces to convert; export it with "
                                              "triangles"));
  if (request.device) {
    choose_form(request, conversion::mesh_of(model.mesh));
    opened.emplace(open_port(options.port, *request.operation, installation));
  }
  Session& session = *opened;
  if (!options.rigid_bone.empty())
    request.limits.rigid_bone = bone_called(options.rigid_bone, d.bones);
  Case c = make_case(*request.operation);
  conversion::fill(c, conversion::copy_of(model.mesh), request.limits);

  Converted converted;
  const std::vector<Finding> findings = call(session, c, request.indexed, converted);
  for (const Finding& finding : findings)
    fmt::print(stderr, "ulna: port {} is wrong on {}: {}: {}\n", printable(session.port().name),
               printable(options.model, 1000), name(finding.kind), finding.detail);
  if (!findings.empty()) return 1;
  if (converted.code != ULNA_CONVERTED)
    throw BadInput(about_model(options.model, refusal(d, c, request, converted)));
  if (options.json) {
    print_json(d, request, session.port(), options, converted);
  } else {
    print(d, request, session.port(), options.model, converted);
  }
  return 0;
}

} // namespace ulna
