// Our side of model import. The first byte says what the rest is:
//
//   s  what an importer hands over for `certify --model`: its summary, NUL, its files in the order
//   in
//      which they are asked for, NUL between them
//   m  the same for `convert`: a description, NUL, the mesh
//   d  the same for `inspect`: a description
//   i  an Inter-Quake Model, of which our own reader takes the skeleton
//   x  a .x file, of which our own reader takes the headers
//
// Whatever the importer says is refused in one line, or what it claims holds.
#include "base/error.h"
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "cases/operation.h"
#include "fuzz/broken.h"
#include "fuzz/change_description.h"
#include "fuzz/iqm_sample.h"
#include "fuzz/text.h"
#include "models/import/character.h"
#include "models/import/x_header.h"
#include "models/importer_output.h"
#include "models/inspect.h"
#include "operations/conversion/conversion.h"
#include "operations/list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>

namespace {

using namespace ulna;
using fuzz::require;

constexpr size_t kMaxArrayBytes = size_t{1} << 18;
constexpr std::string_view kKinds = "smdix";

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const size_t end = text.find('\0');
    parts.emplace_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// False for bytes that are refused, as they have to be.
template <class Use>
bool taken(const Use& use) {
  try {
    use();
    return true;
  } catch (const BadInput& e) {
    const std::string_view line = e.what();
    require(!line.empty() && line.find_first_of("\r\n") == line.npos, "a refusal is not one line");
    return false;
  }
}

ReadFile files_among(const std::vector<std::string>& parts) {
  return [&parts, next = size_t{1}](const std::string& name) mutable {
    require(name.find('/') == name.npos && name != "..", "a file outside the folder is read");
    if (next == parts.size()) throw BadInput("no such file");
    return parts[next++];
  };
}

void take_cases(std::string_view bytes) {
  const auto parts = parts_of(bytes);
  Model model;
  if (!taken([&] { model = take_model(parts[0], files_among(parts), kMaxArrayBytes); })) return;
  std::set<const Operation*> seen;
  size_t size = 0;
  for (const Case& c : model.cases) {
    validate(c);
    seen.insert(c.operation);
    for (const Array& array : c.arrays) size += array.size();
  }
  require(seen.size() == operations().size(), "a model has no case of an operation");
  require(size <= kMaxArrayBytes, "a model takes more memory than it may");
}

void take_mesh(std::string_view bytes) {
  const auto parts = parts_of(bytes);
  SkinnedMesh model;
  if (!taken([&] { model = take_skinned_mesh(parts[0], files_among(parts), kMaxArrayBytes); }))
    return;
  validate(model.mesh);
  const reference::SkinnedMesh mesh = conversion::mesh_of(model.mesh);
  require(mesh.num_bones == model.description.bones.size(), "a bone of the mesh has no name");
  for (const uint32_t attribute : mesh.attributes)
    require(attribute < model.description.meshes.size(), "a face belongs to no mesh");
}

void describe(const Description& description) {
  const std::string json = json_of(description);
  require(json_of(read_description(json)) == json, "a description is another one when read again");
  for (const char c : inspection(description, "model.x"))
    require((c >= ' ' && c <= '~') || c == '\n', "a description steers the terminal");
}

void take_description(std::string_view bytes) {
  Description description;
  if (taken([&] { description = read_description(std::string(bytes)); })) describe(description);
}

uint32_t word(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  if (at <= bytes.size() && bytes.size() - at >= 4) std::memcpy(&value, &bytes[at], 4);
  return value;
}

/// What Assimp reads of such a file: meshes with as many vertices as it says.
std::vector<importer::Mesh> surfaces(std::string_view file) {
  constexpr size_t kMost = 256;
  std::vector<importer::Mesh> meshes;
  const size_t count = std::min<size_t>(word(file, 36), kMost);
  for (size_t m = 0; m < count; ++m) {
    const size_t vertices = word(file, word(file, 40) + 24 * m + 12);
    if (vertices == 0 || vertices > kMost) continue;
    meshes.emplace_back().positions.resize(vertices);
  }
  return meshes;
}

void check_character(const importer::Character& character) {
  const auto is_node = [&](int n) { return n >= 0 && size_t(n) < character.nodes.size(); };
  for (size_t n = 1; n < character.nodes.size(); ++n)
    require(is_node(character.nodes[n].parent) && size_t(character.nodes[n].parent) < n,
            "a joint comes before its parent");
  for (const importer::Mesh& mesh : character.meshes)
    for (const importer::Bone& bone : mesh.bones) {
      require(is_node(bone.node), "a bone has no node");
      for (const importer::Influence& i : bone.influences)
        require(i.vertex < mesh.positions.size(), "an influence has no vertex");
    }
  size_t keys = 0;
  for (const importer::Clip& clip : character.clips)
    for (const importer::Track& track : clip.tracks) {
      require(is_node(track.node), "a track has no node");
      keys += track.positions.size() + track.rotations.size() + track.scalings.size();
    }
  require(keys <= importer::kMaxKeys, "more keys than there may be");
}

void take_iqm(std::string_view bytes) {
  importer::Character character;
  character.nodes.emplace_back();
  character.meshes = surfaces(bytes);
  if (taken([&] { importer::add_skeleton_of_iqm(std::string(bytes), character); }))
    check_character(character);
}

void take_x(std::string_view bytes) {
  Description description;
  description.x = importer::read_x_headers(bytes);
  require(description.x.headers.size() <= description.x.count, "more headers than there are");
  describe(description);
}

// --- Fresh inputs ------------------------------------------------------------------------------

std::string fresh_summary(Random& random) {
  std::string names, files;
  for (const Operation* op : operations()) {
    names += fmt::format("{}\"{}.case\"", names.empty() ? "" : ", ", op->name);
    files += '\0' + fuzz::fresh_case_text(*op, random);
  }
  return fmt::format("{{\"vertices\": 3, \"joints\": 2, \"influences\": 4,\n"
                     "\"max_influences_per_vertex\": 2, \"meshes\": 1, \"clips\": 0,\n"
                     "\"synthetic\": true, \"synthetic_rig\": false,\n\"cases\": [{}]}}",
                     names) +
         files;
}

/// A description of so many bones, and of meshes of which the first has all vertices.
std::string fresh_description(Random& random, size_t bones, size_t meshes, size_t vertices) {
  Description d;
  d.skinned = !random.one_in(8);
  d.bones.resize(bones, {"bone", 1});
  for (size_t m = 0; m < meshes; ++m) {
    MeshDescription& mesh = d.meshes.emplace_back();
    mesh.name = "mesh";
    mesh.vertices = m == 0 ? vertices : 0;
  }
  d.influences_per_vertex = d.influences_per_face = {0, 2, 1};
  if (bones > 0 && meshes > 0 && random.one_in(2))
    d.problems.push_back({"negative_weight", 2, random.below(meshes), 0,
                          static_cast<int64_t>(random.below(bones)), -0.5});
  if (random.one_in(2)) {
    d.x.form = "text";
    d.x.count = 1;
    d.x.headers.push_back({"mesh", "frame", {2, 2, 2}, "", {2, 3, 2}});
  }
  return json_of(d, "model.x"); // on several lines
}

std::string fresh_mesh(Random& random) {
  const std::string text = fuzz::fresh_case_text(convert_to_indexed_blended_mesh(), random);
  const Case c = read_case(text, "fresh");
  const reference::SkinnedMesh mesh = conversion::mesh_of(c);
  size_t attributes = 0;
  for (const uint32_t a : mesh.attributes) attributes = std::max<size_t>(attributes, a);
  return fresh_description(random, mesh.num_bones, std::min<size_t>(attributes, 9) + 1,
                           mesh.num_vertices()) +
         '\0' + text;
}

std::string fresh(char kind, Random& random) {
  switch (kind) {
  case 's':
    return fresh_summary(random);
  case 'm':
    return fresh_mesh(random);
  case 'd':
    return fresh_description(random, random.below(4), random.below(3), 3);
  case 'i':
    return fuzz::iqm_sample(random);
  default:
    return "xof 0303txt 0032\ntemplate T { <3D82AB44> WORD n; }\nFrame f {\n Mesh m {\n"
           "  XSkinMeshHeader { 3; 3; 4; }\n }\n}\n";
  }
}

/// Makes the checksums of the cases right.
std::string mended(const std::string& text) {
  const auto parts = parts_of(text);
  std::string out = parts[0];
  for (size_t i = 1; i < parts.size(); ++i) out += '\0' + fuzz::with_end_line(parts[i]);
  return out;
}

/// The same with another description in front of them.
std::string with_other_description(const std::string& text, Random& random) {
  const std::string first = parts_of(text)[0];
  return fuzz::change_description(first, random) + text.substr(first.size());
}

/// Words that stand for counts and offsets in a binary file.
void change_words(std::string& bytes, Random& random) {
  constexpr uint32_t kWords[] = {0,          1,          2,       3,         0x7fffffff,
                                 0x80000000, 0xffffffff, 0x10000, 0xfffffff0};
  if (bytes.size() < 4) return;
  const size_t at =
      4 * random.below(std::min<size_t>(bytes.size(), random.one_in(2) ? 128 : -1) / 4);
  uint32_t value = word(bytes, at);
  value = random.one_in(2) ? random.pick(kWords) : value + uint32_t(random.between(-4, 4));
  std::memcpy(&bytes[at], &value, 4);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
  case 's':
    take_cases(rest);
    break;
  case 'm':
    take_mesh(rest);
    break;
  case 'd':
    take_description(rest);
    break;
  case 'i':
    take_iqm(rest);
    break;
  case 'x':
    take_x(rest);
    break;
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  Random random(seed, size);
  const bool known = size > 1 && kKinds.find(static_cast<char>(data[0])) != kKinds.npos;
  const bool anew = !known || random.one_in(64);
  const char kind = anew ? kKinds[random.below(kKinds.size())] : static_cast<char>(data[0]);
  std::string bytes =
      anew ? fresh(kind, random) : std::string(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t room = max_size - 1;
  if (kind == 'i' && random.one_in(2)) {
    for (int n = random.between(1, 3); n > 0; --n) change_words(bytes, random);
  } else if ((kind == 'd' || kind == 'm') && random.one_in(2)) {
    bytes = with_other_description(bytes, random);
  } else if (!anew || random.one_in(2)) {
    fuzz::mutate_text(bytes, random, room);
  }
  if ((kind == 's' || kind == 'm') && !random.one_in(32)) bytes = mended(bytes);
  if (bytes.size() > room) bytes.resize(room);
  data[0] = static_cast<uint8_t>(kind);
  std::memcpy(data + 1, bytes.data(), bytes.size());
  return bytes.size() + 1;
}
