#include "bench/animation.h"

#include "base/random.h"

#include <cmath>

namespace ulna::bench {
namespace {

/// The slope of the noise at a whole number, from -1 to 1.
double gradient(int64_t at) {
  uint64_t h = uint64_t(at) * 0x9e3779b97f4a7c15;
  h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93;
  return double(int64_t(h ^ (h >> 32))) * 0x1p-63;
}

/// Row vectors: first a, then b. Both are affine.
ulna_mat44 product(const ulna_mat44& a, const ulna_mat44& b) {
  ulna_mat44 out{};
  for (size_t r = 0; r < 4; ++r)
    for (size_t k = 0; k < 4; ++k)
      for (size_t c = 0; c < 4; ++c) out.m[4 * r + c] += a.m[4 * r + k] * b.m[4 * k + c];
  return out;
}

/// By the angle x about the axis x, then by z about the axis z, then up.
ulna_mat44 turned(double x, double z, float up) {
  const auto sx = float(std::sin(x)), cx = float(std::cos(x));
  const auto sz = float(std::sin(z)), cz = float(std::cos(z));
  return {{cz, sz, 0, 0, -sz * cx, cz * cx, sx, 0, sz * sx, -cz * sx, cx, 0, 0, up, 0, 1}};
}

} // namespace

double gradient_noise(double x) {
  const double whole = std::floor(x), t = x - whole;
  const auto at = int64_t(whole);
  const double from = gradient(at) * t, to = gradient(at + 1) * (t - 1);
  return from + t * t * t * (t * (6 * t - 15) + 10) * (to - from);
}

double gradient_noise(double x, int octaves) {
  double sum = 0, height = 1;
  for (int i = 0; i < octaves; ++i, x *= 2, height /= 2) sum += height * gradient_noise(x);
  return sum;
}

Animation::Animation(const ulna_port& port, int octaves, size_t cylinder)
    : port_(port), octaves_(octaves), cylinder_(cylinder), bones_(kCylinderJoints) {
  for (size_t j = 0; j < kCylinderJoints; ++j)
    offset_.push_back({{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -joint_height(j), 0, 1}});
}

double Animation::angle(size_t joint, int axis, double time) const {
  constexpr double kMost = 0.1; // of a joint, in radians; the chain adds up
  const double own = double(2 * (cylinder_ * kCylinderJoints + joint)) + axis;
  if (octaves_ == 0) return kMost * std::sin(time + 0.37 * own);
  // Far enough from each other for a noise of their own.
  return kMost * gradient_noise(time + 4096.5 * own, octaves_);
}

void Animation::pose(std::span<ulna_mat44> palette, double time) {
  for (size_t j = 0; j < kCylinderJoints; ++j) {
    const float up = j == 0 ? 0 : joint_height(j) - joint_height(j - 1);
    const ulna_mat44 local = turned(angle(j, 0, time), angle(j, 1, time), up);
    bones_[j] = j == 0 ? local : product(local, bones_[j - 1]);
  }
  port_.combine_bones(palette.data(), offset_.data(), bones_.data(), int32_t(kCylinderJoints));
}

} // namespace ulna::bench
