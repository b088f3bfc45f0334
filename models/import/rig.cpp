// Joints for a model that has none: what is then certified is a skin of the model's size and shape
// under joints of ours, and every name says so.
#include "models/import/character.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulna::importer {
namespace {

constexpr size_t kJoints = 16;

struct Box {
  Vec low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  void add(const Vec& p) {
    for (unsigned i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], p[i]);
      high[i] = std::max(high[i], p[i]);
    }
  }
  unsigned longest() const {
    const Vec size = high - low;
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  }
};

/// The four weights of a uniform cubic B-spline: smooth, positive, with the sum 1.
std::array<double, 4> spline(double t) {
  const double s = 1 - t;
  return {s * s * s / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * s * s * s - 6 * s * s + 4) / 6,
          t * t * t / 6};
}

/// Weights along the chain; beyond its ends the end joints take what is over.
void bind(const Mat& to_world, const Box& box, Mesh& mesh) {
  const unsigned axis = box.longest();
  const double length = box.high[axis] - box.low[axis];
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    const double along = ((to_world * mesh.positions[v])[axis] - box.low[axis]) / length;
    const double u = along > 0 ? std::min(along, 1.0) * (kJoints - 1) : 0; // 0 for NaN as well
    const double start = std::floor(u);
    const auto weights = spline(u - start);
    std::array<double, kJoints> total{};
    for (size_t k = 0; k < weights.size(); ++k)
      total[static_cast<size_t>(std::clamp(start - 1 + double(k), 0.0, kJoints - 1.0))] +=
          weights[k];
    for (size_t j = 0; j < kJoints; ++j)
      if (total[j] > 0)
        mesh.bones[j].influences.push_back(
            {static_cast<uint32_t>(v), static_cast<float>(total[j])});
  }
}

} // namespace

void add_rig(Character& character) {
  const std::vector<Mat> rest = rest_matrices(character.nodes);
  Box box;
  for (const Mesh& mesh : character.meshes)
    for (const Vec& p : mesh.positions) box.add(rest[size_t(mesh.node)] * p);

  const unsigned axis = box.longest();
  const int first = static_cast<int>(character.nodes.size());
  std::vector<Mat> worlds;
  for (size_t j = 0; j < kJoints; ++j) {
    Vec at = (box.low + box.high) * 0.5;
    at[axis] = box.low[axis] + (box.high[axis] - box.low[axis]) * double(j) / (kJoints - 1);
    Mat& world = worlds.emplace_back();
    Mat::Translation(at, world);
    Mat local = world;
    if (j > 0) local = Mat(worlds[j - 1]).Inverse() * world;
    character.nodes.push_back(
        {fmt::format("synthetic joint {}", j), j == 0 ? -1 : first + int(j) - 1, local});
  }
  for (Mesh& mesh : character.meshes) {
    for (size_t j = 0; j < kJoints; ++j)
      mesh.bones.push_back({fmt::format("synthetic joint {}", j),
                            first + int(j),
                            Mat(worlds[j]).Inverse() * rest[size_t(mesh.node)],
                            {}});
    bind(rest[size_t(mesh.node)], box, mesh);
  }
  character.clips.clear();
  character.synthetic_rig = true;
}

} // namespace ulna::importer
