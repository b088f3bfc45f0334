// slerp_pairs KIND PAIRS SEED PORT OTHER: how far the Slerp of PORT is from that of the port OTHER,
// or from the exact one. Pairs of unit quaternions, correctly rounded: what a program that makes
// them carefully has. The same pairs on every machine. Answers in JSON, with the worst pair.
//   KIND  uniform: two rotations that have nothing to do with each other
//         axis:    near an axis (1, 0, 0, 0), and from it by an angle of every order of magnitude
#include "base/random.h"
#include "reference/slerp.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <numeric>

namespace ulna::claims {
namespace {

constexpr size_t kBatch = 1024;
constexpr float kTimes[] = {0.125F, 0.25F, 0.5F, 0.625F, 0.875F};
/// Where the cosine is so near to 0, both signs are right.
constexpr double kEitherSign = 0x1p-22;

using Vector = std::array<double, 4>;
using Joints = std::array<ulna_joint_quat, kBatch>;

/// In the unit ball, every direction as likely. No function of libm takes part.
Vector in_ball(Random& r) {
  for (;;) {
    Vector v{};
    for (double& x : v) x = r.uniform(-1, 1);
    const double square = std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
    if (square <= 1 && square > 0x1p-20) return v;
  }
}

/// Scaled to 1 in 64 bits, and then rounded: once, but for one in 2^40.
ulna_vec4 unit(const Vector& v) {
  long double square = 0;
  for (const double x : v) square += static_cast<long double>(x) * x;
  const long double norm = std::sqrt(square);
  return {float(v[0] / norm), float(v[1] / norm), float(v[2] / norm), float(v[3] / norm)};
}

void draw_uniform(Random& r, ulna_vec4& a, ulna_vec4& b) {
  a = unit(in_ball(r));
  b = unit(in_ball(r));
}

void draw_near_axis(Random& r, ulna_vec4& a, ulna_vec4& b) {
  const size_t axis = r.below(4);
  Vector from = in_ball(r);
  for (double& x : from) x *= 0x1p-9;
  from[axis] = 1;
  const Vector by = in_ball(r);
  const double size = r.towards_zero(9);
  Vector to = from;
  for (size_t i = 0; i < to.size(); ++i) to[i] += 2 * size * by[i];
  a = unit(from);
  b = unit(to);
}

const ulna_port* load(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* entry = library ? dlsym(library, "ulna_port_v1") : nullptr;
  const ulna_port* port = nullptr;
  if (entry) port = reinterpret_cast<decltype(&ulna_port_v1)>(entry)();
  if (!port || !port->slerp_joints) {
    std::fprintf(stderr, "slerp_pairs: %s is no port with slerp_joints\n", path);
    std::exit(2);
  }
  return port;
}

struct Worst {
  double error = 0;
  ulna_vec4 a{}, b{};
  float t = 0;
};

struct Against {
  const ulna_port* port;
  const ulna_port* other; ///< none: the exact Slerp
};

/// A NaN is larger than any number.
bool is_larger(double a, double b) {
  return a > b || std::isnan(a);
}

double largest(double a, double b) {
  return is_larger(b, a) ? b : a;
}

double difference(const ulna_vec4& x, const std::array<double, 4>& y) {
  return largest(largest(std::abs(x.x - y[0]), std::abs(x.y - y[1])),
                 largest(std::abs(x.z - y[2]), std::abs(x.w - y[3])));
}

class Search {
public:
  explicit Search(Against against) : against_(against) {
    std::iota(index_.begin(), index_.end(), 0);
  }

  void batch(size_t pairs) {
    for (const float t : kTimes) {
      blended(against_.port, got_, pairs, t);
      if (against_.other) blended(against_.other, wanted_, pairs, t);
      for (size_t i = 0; i < pairs; ++i) compare(from_[i].q, to_[i].q, i, t);
    }
  }

  Joints& from() { return from_; }
  Joints& to() { return to_; }
  const Worst& worst() const { return worst_; }

private:
  void blended(const ulna_port* port, Joints& out, size_t pairs, float t) const {
    out = from_;
    port->slerp_joints(out.data(), to_.data(), t, index_.data(), int32_t(pairs));
  }

  std::array<double, 4> wanted(const ulna_vec4& a, const ulna_vec4& b, size_t i, float t) const {
    if (against_.other) {
      const ulna_vec4& q = wanted_[i].q;
      return {q.x, q.y, q.z, q.w};
    }
    const auto q = reference::slerp<double>(a, b, t, reference::dot(a, b).hi < 0);
    return {q.x.value, q.y.value, q.z.value, q.w.value};
  }

  void compare(const ulna_vec4& a, const ulna_vec4& b, size_t i, float t) {
    if (std::abs(reference::dot(a, b).hi) < kEitherSign) return;
    const double error = difference(got_[i].q, wanted(a, b, i, t));
    if (is_larger(error, worst_.error)) worst_ = {error, a, b, t};
  }

  Against against_;
  alignas(64) Joints from_{}, to_{}, got_{}, wanted_{};
  std::array<int32_t, kBatch> index_{};
  Worst worst_;
};

void print_quat(const char* name, const ulna_vec4& q) {
  std::printf("\"%s\": [\"%a\", \"%a\", \"%a\", \"%a\"], ", name, q.x, q.y, q.z, q.w);
}

int run(const char* kind, size_t pairs, uint64_t seed, Against against) {
  const auto draw = std::strcmp(kind, "axis") == 0 ? draw_near_axis : draw_uniform;
  Random random(seed, 0);
  static Search search(against);
  for (size_t done = 0; done < pairs; done += kBatch) {
    const size_t now = std::min(kBatch, pairs - done);
    for (size_t i = 0; i < now; ++i) draw(random, search.from()[i].q, search.to()[i].q);
    search.batch(now);
  }
  const Worst& worst = search.worst();
  if (!std::isfinite(worst.error)) {
    std::fputs("slerp_pairs: a port gives no number\n", stderr);
    return 2;
  }
  std::printf("{");
  print_quat("a", worst.a);
  print_quat("b", worst.b);
  std::printf("\"t\": %g, \"error\": %.17g}\n", worst.t, worst.error);
  return 0;
}

} // namespace
} // namespace ulna::claims

int main(int argc, char** argv) {
  using namespace ulna::claims;
  if (argc != 6) {
    std::fputs("slerp_pairs uniform|axis PAIRS SEED PORT OTHER|exact\n", stderr);
    return 2;
  }
  const ulna_port* other = std::strcmp(argv[5], "exact") == 0 ? nullptr : load(argv[5]);
  return run(argv[1], std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10),
             {load(argv[4]), other});
}
