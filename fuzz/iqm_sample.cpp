#include "fuzz/iqm_sample.h"

#include <cstring>

namespace ulna::fuzz {
namespace {

void put(std::string& out, uint32_t word) {
  out.append(reinterpret_cast<const char*>(&word), sizeof word);
}

void put(std::string& out, float x) {
  put(out, std::bit_cast<uint32_t>(x));
}

void put_zeros(std::string& out, int words) {
  for (; words > 0; --words) put(out, 0u);
}

/// Byte positions of members of the header, which are filled in as their parts get written.
enum : size_t {
  kText = 28,
  kMeshes = 36,
  kArrays = 44,
  kVertices = 48,
  kArrayOffset = 52,
  kJoints = 68,
  kPoses = 76,
  kAnims = 84,
  kFrames = 92,
  kHeaderBytes = 124
};

void set(std::string& out, size_t at, size_t value) {
  const auto word = static_cast<uint32_t>(value);
  std::memcpy(&out[at], &word, sizeof word);
}

/// Says in the header that a part begins here, and of how many it is.
void begin(std::string& out, size_t member, size_t count) {
  set(out, member, count);
  set(out, member + 4, out.size());
}

} // namespace

std::string iqm_sample(Random& random) {
  const size_t joints = random.size(1, 4), meshes = random.below(3), clips = random.below(3);
  const size_t of_mesh = random.below(4), frames = random.below(3), channels = 10 * joints;
  std::string out("INTERQUAKEMODEL\0", 16);
  put(out, 2u);
  out.resize(kHeaderBytes);
  begin(out, kText, 8);
  out += std::string("\0bone\0\0\0", 8);

  begin(out, kMeshes, meshes);
  for (size_t m = 0; m < meshes; ++m)
    for (const size_t word : {size_t{1}, size_t{0}, m * of_mesh, of_mesh, size_t{0}, size_t{0}})
      put(out, static_cast<uint32_t>(word));

  const size_t vertices = meshes * of_mesh;
  set(out, kArrays, 2);
  set(out, kVertices, vertices);
  set(out, kArrayOffset, out.size());
  const size_t data = out.size() + 40;
  const bool floats = random.one_in(2);
  for (const uint32_t word : {4u, 0u, 1u, 4u, static_cast<uint32_t>(data), 5u, 0u, floats ? 7u : 1u,
                              4u, static_cast<uint32_t>(data + 4 * vertices)})
    put(out, word);
  for (size_t i = 0; i < 4 * vertices; ++i) out += static_cast<char>(random.below(joints));
  for (size_t i = 0; i < 4 * vertices; ++i)
    floats ? put(out, random.one_in(4) ? special_float(random) : 0.25f) : out.push_back(64);

  begin(out, kJoints, joints);
  for (size_t j = 0; j < joints; ++j) {
    put(out, 1u);
    put(out, static_cast<uint32_t>(j) - 1);
    for (const float x : {1.f, 2.f, 3.f, 0.f, 0.f, 0.f, 1.f, 1.f, 1.f, 1.f}) put(out, x);
  }
  begin(out, kPoses, joints);
  for (size_t j = 0; j < joints; ++j) {
    put(out, static_cast<uint32_t>(j) - 1);
    put(out, 1023u); // every channel has its numbers in the frames
    for (const float x : {1.f, 2.f, 3.f, 0.f, 0.f, 0.f, 1.f, 1.f, 1.f, 1.f}) put(out, x);
    for (int i = 0; i < 10; ++i) put(out, 0x1p-8f);
  }
  begin(out, kAnims, clips);
  for (size_t a = 0; a < clips; ++a) {
    put(out, 1u);
    put(out, 0u);
    put(out, static_cast<uint32_t>(frames));
    put(out, 24.f);
    put_zeros(out, 1);
  }
  set(out, kFrames, frames);
  set(out, kFrames + 4, channels);
  set(out, kFrames + 8, out.size());
  for (size_t i = 0; i < frames * channels; ++i) out += std::string("\x01\x02", 2);
  return out;
}

} // namespace ulna::fuzz
