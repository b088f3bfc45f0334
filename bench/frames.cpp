#include "bench/frames.h"

#include "base/error.h"
#include "bench/animation.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

namespace ulna::bench {
namespace {

constexpr double kFrame = 1.0 / 60; ///< seconds
constexpr size_t kAround = 32;      ///< vertices of a ring
constexpr int kCompared = 16;       ///< frames

/// The joints nearest to a height, the lowest first, and how much each of them counts: as much less
/// as it is farther away.
struct Influences {
  std::array<uint8_t, kCylinderInfluences> joints;
  std::array<float, kCylinderInfluences> weights;
};

Influences influences_at(float height) {
  constexpr float kStep = joint_height(1);
  Influences out{};
  const float lowest = std::round(height / kStep - float(kCylinderInfluences) / 2);
  const auto first = size_t(std::clamp(lowest, 0.0f, float(kCylinderJoints - kCylinderInfluences)));
  float sum = 0;
  for (size_t k = 0; k < kCylinderInfluences; ++k) {
    out.joints[k] = uint8_t(first + k);
    out.weights[k] = 1 / (kStep + std::fabs(height - joint_height(first + k)));
    sum += out.weights[k];
  }
  for (float& weight : out.weights) weight /= sum;
  return out;
}

} // namespace

struct Cylinders::Cylinder {
  Cylinder(const ulna_port& port, int octaves, size_t number)
      : animation(port, octaves, number), joints(kCylinderJoints) {
    for (auto& palette : palettes) palette.resize(kCylinderJoints);
    constexpr size_t kRings = kCylinderVerts / kAround;
    for (size_t v = 0; v < kCylinderVerts; ++v) {
      const double around = 2 * std::numbers::pi * double(v % kAround) / kAround;
      const float y = kCylinderLength * float(v / kAround) / float(kRings - 1);
      const auto x = float(std::cos(around)), z = float(std::sin(around));
      const float stream[6] = {x / 4, y, z / 4, x, 0, z};
      for (size_t s = 0; s < streams.size(); ++s) streams[s][v] = stream[s];
      const Influences influences = influences_at(y);
      indices.insert(indices.end(), influences.joints.begin(), influences.joints.end());
      weights.insert(weights.end(), influences.weights.begin(), influences.weights.end());
    }
  }

  void skin(const ulna_port& port, size_t half) {
    port.reorder_palette(joints.data(), palettes[half].data(), int32_t(kCylinderJoints));
    const ulna_soa_verts src{streams[0].data(), streams[1].data(), streams[2].data(),
                             streams[3].data(), streams[4].data(), streams[5].data()};
    port.skin_soa_verts(skinned.data(), &src, joints.data(), indices.data(), weights.data(),
                        kCylinderInfluences, int32_t(kCylinderVerts));
  }

  Animation animation;
  std::array<std::vector<ulna_mat44>, 2> palettes; ///< of even and odd frames
  std::vector<ulna_joint_mat> joints;              ///< of this frame, reordered
  alignas(64) std::array<std::array<float, kCylinderVerts>, 6> streams;
  std::array<ulna_mesh_vertex, kCylinderVerts> skinned{};
  std::vector<uint8_t> indices;
  std::vector<float> weights;
};

Cylinders::Cylinders(const ulna_port& port, int octaves) : port_(port) {
  for (size_t i = 0; i < kCylinders; ++i)
    cylinders_.push_back(std::make_unique<Cylinder>(port, octaves, i));
  animate();
  turn();
}

Cylinders::~Cylinders() = default;

void Cylinders::animate() {
  const int next = frame_ + 1;
  for (const auto& cylinder : cylinders_)
    cylinder->animation.pose(cylinder->palettes[size_t(next % 2)], next * kFrame);
}

void Cylinders::skin() {
  for (const auto& cylinder : cylinders_) cylinder->skin(port_, size_t(frame_ % 2));
}

void Cylinders::turn() {
  ++frame_;
}

void Cylinders::frame_alone() {
  animate();
  skin();
  turn();
}

void Cylinders::frame_threaded(Team& team) {
  team.run(2, [this](size_t task) { task == 0 ? animate() : skin(); });
  turn();
}

std::vector<float> Cylinders::skinned() const {
  std::vector<float> out;
  for (const auto& cylinder : cylinders_)
    for (const ulna_mesh_vertex& v : cylinder->skinned) {
      out.insert(out.end(), v.position, v.position + 3);
      out.insert(out.end(), v.normal, v.normal + 3);
    }
  return out;
}

namespace {

/// The same frames both ways, and the bits of each. Returns how many.
int compare(const ulna_port& port, int octaves, Team& team) {
  Cylinders alone(port, octaves), threaded(port, octaves);
  for (int i = 0; i < kCompared; ++i) {
    alone.frame_alone();
    threaded.frame_threaded(team);
    const std::vector<float> a = alone.skinned(), b = threaded.skinned();
    if (std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) != 0)
      throw InternalError(
          fmt::format("animated beside skinning, with {} octaves of noise, frame {} has other bits",
                      octaves, i + 1));
  }
  return kCompared;
}

} // namespace

std::vector<FrameRate> measure_frames(const ulna_port& port, const Effort& effort) {
  std::vector<FrameRate> rates;
  rates.push_back({.animation = "sine waves", .octaves = 0, .published = 4.6});
  rates.push_back({.animation = "noise, 10 octaves", .octaves = 10, .published = 18.1});
  rates.push_back({.animation = "noise, 20 octaves", .octaves = 20, .published = 30.4});
  Team team(2);
  for (FrameRate& rate : rates) {
    rate.compared = compare(port, rate.octaves, team);
    Cylinders cylinders(port, rate.octaves);
    const std::vector<WallTime> times =
        wall_times({[&] { cylinders.animate(); }, [&] { cylinders.skin(); },
                    [&] { cylinders.frame_alone(); }, [&] { cylinders.frame_threaded(team); }},
                   effort);
    rate.animating = times[0], rate.skinning = times[1];
    rate.alone = times[2], rate.threaded = times[3];
  }
  return rates;
}

} // namespace ulna::bench
