#include "models/inspect.h"

#include "base/text.h"
#include "models/load_model.h"
#include "models/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace ulna {
namespace {

constexpr int kIndent = 26;

std::string plural(uint64_t count, const char* thing, const char* things) {
  return fmt::format("{} {}", count, count == 1 ? thing : things);
}

/// Adds a title and, behind it, the values.
void add_line(std::string& out, std::string_view title, std::string_view text) {
  fmt::format_to(std::back_inserter(out), "{:{}}{}\n", title, kIndent, text);
}

std::string mesh_name(const Description& d, size_t mesh) {
  const std::string name = printable(d.meshes[mesh].name);
  return name.empty() ? fmt::format("mesh {}", mesh) : fmt::format("mesh {} ({})", mesh, name);
}

std::string histogram_line(const std::vector<uint64_t>& histogram) {
  std::string line;
  for (size_t i = 0; i < histogram.size(); ++i)
    if (histogram[i] > 0) line += fmt::format("{}: {}   ", i, histogram[i]);
  return line + fmt::format("at most {}", largest(histogram));
}

void add_meshes(std::string& out, const Description& d) {
  for (size_t m = 0; m < d.meshes.size(); ++m) {
    const MeshDescription& mesh = d.meshes[m];
    std::string line = fmt::format(
        "{}, {}, {}, material {}", plural(mesh.vertices, "vertex", "vertices"),
        plural(mesh.faces, "face", "faces"), plural(mesh.bones, "bone", "bones"), mesh.material);
    if (!mesh.material_name.empty()) line += fmt::format(" ({})", printable(mesh.material_name));
    if (mesh.points_and_lines > 0)
      line += fmt::format("; {} left out",
                          plural(mesh.points_and_lines, "point or line", "points and lines"));
    add_line(out, mesh_name(d, m), line);
  }
}

void add_bones(std::string& out, const Description& d) {
  constexpr size_t kMostUsed = 5;
  std::vector<size_t> order(d.bones.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return d.bones[a].vertices > d.bones[b].vertices; });
  const auto unused = std::count_if(d.bones.begin(), d.bones.end(),
                                    [](const BoneDescription& b) { return b.vertices == 0; });
  if (unused > 0) add_line(out, "bones without a vertex", fmt::format("{}", unused));
  std::string line;
  for (size_t i = 0; i < std::min(order.size(), kMostUsed); ++i) {
    const BoneDescription& bone = d.bones[order[i]];
    line += fmt::format("{}{} ({})", i > 0 ? ", " : "", printable(bone.name, 40), bone.vertices);
  }
  add_line(out, "bones of most vertices", line);
}

struct ProblemText {
  const char* kind;
  const char* title;
  bool repaired; ///< by Assimp, in some formats
};
constexpr ProblemText kProblemTexts[] = {{"weight_sum", "weights not adding to one", false},
                                         {"no_influence", "without influence", false},
                                         {"weight_not_finite", "weights not finite", true},
                                         {"negative_weight", "negative weights", true},
                                         {"duplicate_bone", "a bone twice", true},
                                         {"vertex_out_of_range", "no such vertex", true}};

/// Where a problem is, and what it is like.
std::string problem_line(const Description& d, const ProblemDescription& p) {
  const bool is_sum = p.kind == "weight_sum";
  std::string line = fmt::format("{}, {} vertex {} of {}", p.count, is_sum ? "worst" : "first",
                                 p.vertex, mesh_name(d, p.mesh));
  if (p.bone >= 0) line += fmt::format(", bone {}", printable(d.bones[size_t(p.bone)].name));
  if (is_sum || p.kind == "negative_weight") line += fmt::format(": {:.9g}", p.value);
  return line;
}

void add_problems(std::string& out, const Description& d) {
  for (const ProblemText& text : kProblemTexts) {
    const auto p = std::find_if(d.problems.begin(), d.problems.end(),
                                [&](const ProblemDescription& x) { return x.kind == text.kind; });
    add_line(out, text.title,
             p != d.problems.end() ? problem_line(d, *p)
             : text.repaired       ? "none that Assimp hands over"
                                   : "none");
  }
}

/// What a header claims, and where that is not what the mesh has: a claim that is too high is
/// wasteful, one that is too low breaks who trusts it.
std::string claims_line(const XSkinHeader& header) {
  constexpr const char* kOf[] = {" per vertex", " per face", " bones"};
  std::string line = "claims ";
  for (size_t i = 0; i < std::size(kOf); ++i) {
    line += fmt::format("{}{}{}", i > 0 ? ", " : "", header.claims[i], kOf[i]);
    if (header.has.empty() || header.has[i] == header.claims[i]) continue;
    const char* judged = header.has[i] > header.claims[i] ? "TOO LOW: " : "";
    line += fmt::format(" ({}it has {})", judged, header.has[i]);
  }
  if (header.has.empty()) return line + "; which mesh that is about is not clear";
  return header.has == header.claims ? line + "; true" : line;
}

void add_headers(std::string& out, const XHeaders& x) {
  constexpr const char* kTitle = "XSkinMeshHeader";
  if (x.form.empty()) return;
  if (x.form != "text")
    return add_line(out, kTitle,
                    fmt::format("not read: the file is {}, not text", printable(x.form)));
  if (x.count == 0) add_line(out, kTitle, "none");
  for (const XSkinHeader& header : x.headers) {
    const std::string name = header.mesh.empty() ? "" : printable(header.mesh) + ": ";
    if (!header.malformed.empty()) {
      add_line(out, kTitle, fmt::format("{}malformed: {}", name, printable(header.malformed, 200)));
      continue;
    }
    add_line(out, kTitle, name + claims_line(header));
  }
  if (x.count > x.headers.size())
    add_line(out, "", fmt::format("and {} more", x.count - x.headers.size()));
}

} // namespace

std::string inspection(const Description& d, const std::string& path) {
  uint64_t vertices = 0, faces = 0;
  for (const MeshDescription& mesh : d.meshes) {
    vertices += mesh.vertices;
    faces += mesh.faces;
  }
  std::string out = fmt::format(
      "{}: {}, {}, {}, {}, {}\n", printable(path, 1000), plural(d.meshes.size(), "mesh", "meshes"),
      plural(d.materials, "material", "materials"), plural(vertices, "vertex", "vertices"),
      plural(faces, "face", "faces"), plural(d.bones.size(), "bone", "bones"));
  add_meshes(out, d);
  if (d.skinned && d.meshes_without_bones > 0)
    add_line(out, "meshes without bones", fmt::format("{}, left out", d.meshes_without_bones));
  if (d.skinned) {
    add_bones(out, d);
    add_line(out, "influences per vertex", histogram_line(d.influences_per_vertex));
    add_line(out, "bones per face", histogram_line(d.influences_per_face));
    add_problems(out, d);
  } else {
    add_line(out, "skin", "none: no mesh has bones");
  }
  add_headers(out, d.x);
  return out;
}

int inspect(const InspectOptions& options, const Installation& installation) {
  const Description description = describe_model(options.model, installation.importer);
  if (options.json) {
    fmt::print("{}\n", json_of(description, options.model));
  } else {
    fmt::print("{}", inspection(description, options.model));
  }
  return 0;
}

} // namespace ulna
