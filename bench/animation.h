// Cylinders that bend: the animation of Davies' demonstration, cheap by sines and expensive by
// noise.
#pragma once

#include "ulna/port.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ulna::bench {

/// Smooth noise of one dimension, from -1 to 1, and 0 at all whole numbers: gradients that are
/// random there, and a polynomial of degree 5 between them (K. Perlin, Improving Noise, 2002).
double gradient_noise(double x);

/// As many octaves of it added up, each of twice the frequency and half the height.
double gradient_noise(double x, int octaves);

constexpr size_t kCylinderJoints = 30;
constexpr float kCylinderLength = 3; ///< along y

/// Where a joint lies in the cylinder at rest.
constexpr float joint_height(size_t joint) {
  return kCylinderLength * float(joint) / float(kCylinderJoints);
}

/// A chain of joints along the cylinder, each turned against the one before it by two angles.
class Animation {
public:
  /// No octaves: sines. The cylinders move differently.
  Animation(const ulna_port& port, int octaves, size_t cylinder);

  /// Makes the palette of that time, in seconds. Uses combine_bones of the port.
  void pose(std::span<ulna_mat44> palette, double time);

private:
  double angle(size_t joint, int axis, double time) const;

  const ulna_port& port_;
  int octaves_;
  size_t cylinder_;
  std::vector<ulna_mat44> bones_, offset_;
};

} // namespace ulna::bench
