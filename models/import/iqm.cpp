// The half of an Inter-Quake Model that Assimp 5.2.5 leaves in the file: joints, weights, frames.
// Format, version 2, after the description by its author, Lee Salzman: little-endian 32-bit words;
// a header of counts and offsets, then arrays of records.
#include "models/import/character.h"

#include "base/error.h"
#include "base/files.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <fstream>

namespace ulna::importer {
namespace {

constexpr std::string_view kMagic{"INTERQUAKEMODEL\0", 16};
constexpr size_t kMaxBytes = size_t{1} << 28;

/// Byte positions of the header's members.
enum Header : size_t {
  kVersion = 16,
  kTextOffset = 32,
  kNumMeshes = 36,
  kMeshOffset = 40,
  kNumVertexArrays = 44,
  kNumVertices = 48,
  kVertexArrayOffset = 52,
  kNumJoints = 68,
  kJointOffset = 72,
  kNumPoses = 76,
  kPoseOffset = 80,
  kNumAnims = 84,
  kAnimOffset = 88,
  kNumFrames = 92,
  kNumChannels = 96,
  kFrameOffset = 100
};
constexpr size_t kMeshBytes = 24, kArrayBytes = 20, kJointBytes = 48, kPoseBytes = 88,
                 kAnimBytes = 20;
enum Attribute : uint32_t { kBlendIndices = 4, kBlendWeights = 5 };
enum Format : uint32_t {
  kByte = 0,
  kUbyte = 1,
  kShort = 2,
  kUshort = 3,
  kInt = 4,
  kUint = 5,
  kFloat = 7
};

[[noreturn]] void malformed(const char* what) {
  throw BadInput(fmt::format("malformed IQM file: {}; export it again", what));
}

/// Reads that stay inside the file.
class Bytes {
public:
  explicit Bytes(std::string data) : data_(std::move(data)) {}

  template <class T>
  T get(size_t at) const {
    if (at > data_.size() || sizeof(T) > data_.size() - at) malformed("it ends too early");
    T value;
    std::memcpy(&value, data_.data() + at, sizeof value);
    return value;
  }
  uint32_t word(size_t at) const { return get<uint32_t>(at); }
  double real(size_t at) const { return double{get<float>(at)}; }
  Vec vec(size_t at) const { return {real(at), real(at + 4), real(at + 8)}; }

  std::string name(size_t at) const {
    if (at >= data_.size()) return {};
    const std::string_view start = std::string_view(data_).substr(at, 256);
    return std::string(start.substr(0, start.find('\0')));
  }

private:
  std::string data_;
};

/// One vertex attribute.
struct VertexArray {
  uint32_t format = 0;
  uint32_t components = 0;
  size_t offset = 0;
};

double element(const Bytes& file, const VertexArray& array, size_t vertex, size_t component) {
  const size_t i = vertex * array.components + component;
  switch (array.format) {
  case kByte:
  case kUbyte:
    return file.get<uint8_t>(array.offset + i);
  case kShort:
  case kUshort:
    return file.get<uint16_t>(array.offset + 2 * i);
  case kInt:
  case kUint:
    return file.word(array.offset + 4 * i);
  case kFloat:
    return file.real(array.offset + 4 * i);
  default:
    malformed("its weights have an unknown format");
  }
}

/// What an element is divided by to be a weight.
double weight_scale(const VertexArray& array) {
  return array.format == kFloat ? 1 : array.format <= kUbyte ? 255 : 65535;
}

VertexArray find_array(const Bytes& file, Attribute attribute) {
  const size_t count = file.word(kNumVertexArrays);
  for (size_t i = 0; i < count; ++i) {
    const size_t at = file.word(kVertexArrayOffset) + i * kArrayBytes;
    if (file.word(at) == attribute)
      return {file.word(at + 8), std::min(file.word(at + 12), 16u), file.word(at + 16)};
  }
  return {};
}

Mat local_matrix(const Vec& position, Quat rotation, const Vec& scaling) {
  return {scaling, rotation.Normalize(), position};
}

/// Appends the joints below the first root. Returns the node of joint 0; the others follow it.
int add_joints(const Bytes& file, size_t count, Character& character) {
  const int first = static_cast<int>(character.nodes.size());
  for (size_t j = 0; j < count; ++j) {
    const size_t at = file.word(kJointOffset) + j * kJointBytes;
    const auto parent = file.get<int32_t>(at + 4);
    if (parent >= static_cast<int64_t>(j)) malformed("a joint comes before its parent");
    const Quat rotation(file.real(at + 32), file.real(at + 20), file.real(at + 24),
                        file.real(at + 28));
    character.nodes.push_back({file.name(file.word(kTextOffset) + file.word(at)),
                               parent < 0 ? 0 : first + parent,
                               local_matrix(file.vec(at + 8), rotation, file.vec(at + 36))});
  }
  return first;
}

/// Binds one mesh to all joints, as the format means it: one palette serves all meshes. A weight of
/// zero fills an unused slot and is no influence.
void bind_mesh(const Bytes& file, size_t first_vertex, int first_node,
               const std::vector<Node>& nodes, const std::vector<Mat>& rest, Mesh& mesh) {
  const VertexArray indices = find_array(file, kBlendIndices);
  const VertexArray weights = find_array(file, kBlendWeights);
  if (indices.components == 0 || weights.components == 0) return;
  const size_t num_joints = nodes.size() - size_t(first_node);
  std::vector<Bone> bones(num_joints);
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    for (uint32_t k = 0; k < std::min(indices.components, weights.components); ++k) {
      const double weight = element(file, weights, first_vertex + v, k) / weight_scale(weights);
      const double joint = element(file, indices, first_vertex + v, k);
      if (weight == 0) continue;
      if (!(joint >= 0 && joint < static_cast<double>(num_joints)))
        malformed("a weight names a joint that is not there");
      bones[static_cast<size_t>(joint)].influences.push_back(
          {static_cast<uint32_t>(v), static_cast<float>(weight)});
    }
  }
  for (size_t j = 0; j < num_joints; ++j) {
    const size_t node = size_t(first_node) + j;
    bones[j].node = static_cast<int>(node);
    bones[j].name = nodes[node].name;
    bones[j].offset = Mat(rest[node]).Inverse() * rest[size_t(mesh.node)];
    mesh.bones.push_back(std::move(bones[j]));
  }
}

/// Assimp keeps the order of the meshes and of their vertices; meshes without vertices are left
/// out.
void bind_meshes(const Bytes& file, int first_node, Character& character) {
  const std::vector<Mat> rest = rest_matrices(character.nodes);
  const size_t count = file.word(kNumMeshes);
  size_t next = 0;
  for (size_t m = 0; m < count; ++m) {
    const size_t at = file.word(kMeshOffset) + m * kMeshBytes;
    const size_t num_vertices = file.word(at + 12);
    if (num_vertices == 0) continue;
    if (next == character.meshes.size() || character.meshes[next].positions.size() != num_vertices)
      malformed("its meshes are not those that Assimp read");
    Mesh& mesh = character.meshes[next++];
    mesh.name = file.name(file.word(kTextOffset) + file.word(at));
    bind_mesh(file, file.word(at + 8), first_node, character.nodes, rest, mesh);
  }
}

/// The ten numbers of a joint in a frame: position, rotation (x, y, z, w), scaling. Where the mask
/// has a bit, the frame adds a 16-bit number times a scale; `at` moves on past those.
std::array<double, 10> channels(const Bytes& file, size_t pose, size_t& at) {
  const uint32_t mask = file.word(pose + 4);
  std::array<double, 10> value{};
  for (size_t i = 0; i < value.size(); ++i) {
    value[i] = file.real(pose + 8 + 4 * i);
    if (!(mask >> i & 1)) continue;
    value[i] += file.real(pose + 48 + 4 * i) * file.get<uint16_t>(at);
    at += 2;
  }
  return value;
}

void add_clip(const Bytes& file, size_t anim, size_t num_joints, int first_node,
              Character& character) {
  const size_t first = file.word(anim + 4), count = file.word(anim + 8);
  const size_t frames = file.word(kNumFrames);
  if (first > frames || count > frames - first) malformed("a clip has frames that are not there");
  Clip clip;
  clip.name = file.name(file.word(kTextOffset) + file.word(anim));
  clip.ticks_per_second = file.real(anim + 12);
  clip.tracks.resize(num_joints);
  for (size_t f = 0; f < count; ++f) {
    size_t at = file.word(kFrameOffset) + 2 * (first + f) * file.word(kNumChannels);
    for (size_t j = 0; j < num_joints; ++j) {
      const auto v = channels(file, file.word(kPoseOffset) + j * kPoseBytes, at);
      const auto time = static_cast<double>(f);
      Track& track = clip.tracks[j];
      track.node = first_node + static_cast<int>(j);
      track.positions.push_back({time, {v[0], v[1], v[2]}});
      track.rotations.push_back({time, {v[6], v[3], v[4], v[5]}});
      track.scalings.push_back({time, {v[7], v[8], v[9]}});
    }
  }
  character.clips.push_back(std::move(clip));
}

void add_clips(const Bytes& file, size_t num_joints, int first_node, Character& character) {
  // A file of clips alone, made for another skeleton, has poses that are not these joints'.
  if (file.word(kNumPoses) != num_joints) return;
  size_t keys = 0;
  for (size_t a = 0; a < file.word(kNumAnims); ++a) {
    const size_t at = file.word(kAnimOffset) + a * kAnimBytes;
    keys += 3 * num_joints * file.word(at + 8);
    if (keys > kMaxKeys) malformed("it has too many frames");
    add_clip(file, at, num_joints, first_node, character);
  }
}

} // namespace

bool is_iqm(const std::string& path) {
  std::array<char, kMagic.size()> start{};
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), start.size());
  return file && std::string_view(start.data(), start.size()) == kMagic;
}

void add_iqm_skeleton(const std::string& path, Character& character) {
  add_skeleton_of_iqm(read_file(path, kMaxBytes), character);
}

void add_skeleton_of_iqm(std::string bytes, Character& character) {
  const Bytes file(std::move(bytes));
  const size_t num_joints = file.word(kNumJoints);
  if (file.word(kVersion) != 2) malformed("only version 2 is known");
  if (num_joints > kMaxNodes - character.nodes.size()) malformed("it has too many joints");
  if (num_joints == 0) return;
  const int first_node = add_joints(file, num_joints, character);
  bind_meshes(file, first_node, character);
  add_clips(file, num_joints, first_node, character);
}

} // namespace ulna::importer
