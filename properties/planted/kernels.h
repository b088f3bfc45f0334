// The right kernels that the planted ports are made of, in plain scalar code. Every decision that a
// port may take differently, or wrongly, is a hook: a port derives from Skin, Slerp or Lerp, hides
// one of them, and is the right kernel but for that.
#pragma once

#include <ulna/port.h>

#include <cmath>
#include <cstdint>
#include <emmintrin.h>
#include <initializer_list>
#include <type_traits>

namespace ulna::planted {

inline void set_operations(ulna_port&) {}
template <class Operation, class... Others>
void set_operations(ulna_port& port, Operation ulna_port::*operation, Operation kernel,
                    Others... others) {
  port.*operation = kernel;
  set_operations(port, others...);
}

// The description of a port with some operations, each a member of ulna_port and its kernel.
template <class... Operations>
const ulna_port* offer_on(const char* cpu_features, const char* name, Operations... operations) {
  static ulna_port port{};
  port.struct_size = sizeof(ulna_port);
  port.name = name;
  port.cpu_features = cpu_features;
  set_operations(port, operations...);
  return &port;
}
template <class... Operations>
const ulna_port* offer(const char* name, Operations... operations) {
  return offer_on("", name, operations...);
}

enum Vector { kPosition, kNormal, kTangent };

struct Skin {
  using Real = float;

  // How many of the vertices are done.
  static int32_t count(int32_t num_verts) { return num_verts; }
  // How many of a vertex's influences are done.
  static int32_t influences(int32_t count) { return count; }
  // The matrix and the weight of influence k of the vertex whose entries begin at `own`.
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    const char* bytes = reinterpret_cast<const char*>(joints);
    return reinterpret_cast<const float*>(bytes + own[k].joint_mat_offset);
  }
  static float weight(const ulna_joint_weight* own, int32_t k) { return own[k].weight; }
  // Component c of a base vector.
  static float component(const ulna_vec4& base, int c, Vector) { return (&base.x)[c]; }
  // The sum of n products, n >= 1.
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    float s = a(0) * b(0);
    for (int32_t i = 1; i < n; ++i) s += a(i) * b(i);
    return s;
  }
  // Whether the matrices are weighted before they meet the vector, or the products after.
  static constexpr bool kWeightFirst = true;
  static ulna_vec4& output(ulna_vertex& vertex, Vector which) {
    return which == kPosition ? vertex.position : which == kNormal ? vertex.normal : vertex.tangent;
  }
  template <class Real>
  static void store(ulna_vec4& to, const Real (&xyz)[3], Vector) {
    to.x = static_cast<float>(xyz[0]);
    to.y = static_cast<float>(xyz[1]);
    to.z = static_cast<float>(xyz[2]);
  }
};

// The number of influences of the vertex whose entries begin at `own`.
inline int32_t influences_of(const ulna_joint_weight* own) {
  int32_t n = 1;
  while (own[n - 1].next_vertex_offset != sizeof(ulna_joint_weight)) ++n;
  return n;
}

template <class Port = Skin>
void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  const int32_t count = Port::count(num_verts);
  for (int32_t v = 0; v < count; ++v) {
    const int32_t all = influences_of(weights);
    typename Port::Real xyz[3];
    for (int r = 0; r < 3; ++r)
      xyz[r] = Port::sum(
          4 * Port::influences(all),
          [&](int32_t i) { return Port::matrix(joints, weights, i / 4)[4 * r + i % 4]; },
          [&](int32_t i) { return Port::component(base[i / 4], i % 4, kPosition); });
    Port::store(Port::output(verts[v], kPosition), xyz, kPosition);
    weights += all;
    base += all;
  }
}

template <class Port = Skin>
void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                  const ulna_joint_mat* joints, const ulna_vec4* base,
                                  const ulna_joint_weight* weights, int32_t) {
  using Real = typename Port::Real;
  const int32_t count = Port::count(num_verts);
  for (int32_t v = 0; v < count; ++v) {
    const int32_t all = influences_of(weights);
    const int32_t used = Port::influences(all);
    const auto weight = [&](int32_t k) { return Port::weight(weights, k); };
    const auto element = [&](int32_t k, int e) { return Port::matrix(joints, weights, k)[e]; };

    Real blended[12];
    if (Port::kWeightFirst)
      for (int e = 0; e < 12; ++e)
        blended[e] = Port::sum(used, weight, [&](int32_t k) { return element(k, e); });

    for (const Vector which : {kPosition, kNormal, kTangent}) {
      const auto vector = [&](int32_t c) { return Port::component(base[which], c, which); };
      Real xyz[3];
      for (int r = 0; r < 3; ++r)
        if (Port::kWeightFirst)
          xyz[r] = Port::sum(
              4, [&](int32_t c) { return blended[4 * r + c]; }, vector);
        else
          xyz[r] = Port::sum(used, weight, [&](int32_t k) {
            return Port::sum(
                4, [&](int32_t c) { return element(k, 4 * r + c); }, vector);
          });
      Port::store(Port::output(verts[v], which), xyz, which);
    }
    weights += all;
    base += 3;
  }
}

// Two quaternions, the second turned to the side of the first: their squared norms and their dot
// product; `sign` is what the second was multiplied by.
struct Pair {
  double aa, bb, cosine, sign;
};

inline double dot(const ulna_vec4& a, const ulna_vec4& b) {
  return double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z + double{a.w} * b.w;
}

// The blend is first * a + second * sign * b.
struct Scales {
  double first, second;
};

struct Blend {
  static int32_t count(int32_t num_joints) { return num_joints; }
  // Which joint is written, and which joint it is blended towards.
  static int32_t to(const int32_t* index, int32_t i) { return index[i]; }
  static int32_t from(const int32_t* index, int32_t i) { return index[i]; }
  static bool nothing(float lerp) { return lerp <= 0; }
  static bool copies(float lerp) { return lerp >= 1; }
  static void copy(ulna_joint_quat& to, const ulna_joint_quat& from) { to = from; }
  static bool skips(const ulna_joint_quat&, const ulna_joint_quat&) { return false; }
  static double sign(const ulna_vec4& a, const ulna_vec4& b) { return dot(a, b) < 0 ? -1 : 1; }
  static double mix(double a, double b, const Scales& scales, double sign) {
    return scales.first * a + scales.second * sign * b;
  }
  static float translate(float a, float b, float lerp, const Scales&, int /*component*/) {
    return a * (1 - lerp) + b * lerp;
  }
};

struct Slerp : Blend {
  static Scales scales(const Pair& pair, double lerp) {
    const double c = pair.cosine;
    if (c > 1 - 1e-6) // two terms of the series in 1 - c, which runs through c = 1
      return {near_one(1 - lerp, c), near_one(lerp, c)};
    const double angle = std::atan2(std::sqrt((1 - c) * (1 + c)), c);
    return {std::sin((1 - lerp) * angle) / std::sin(angle),
            std::sin(lerp * angle) / std::sin(angle)};
  }
  static double near_one(double x, double c) { return x * (1 + (1 - c) / 3 * (1 - x * x)); }
};

// The normalised linear blend; Port has inverse_root().
template <class Port>
struct LerpWith : Blend {
  static Scales scales(const Pair& pair, double lerp) {
    const double rest = 1 - lerp;
    const double norm2 =
        rest * rest * pair.aa + 2 * rest * lerp * pair.cosine + lerp * lerp * pair.bb;
    const double inverse = Port::inverse_root(norm2);
    return {rest * inverse, lerp * inverse};
  }
};

struct Lerp : LerpWith<Lerp> {
  static double inverse_root(double norm2) { return 1 / std::sqrt(norm2); }
};

// The sine on [0, pi/2] to 1e-9; `seventh` is the coefficient of x^7.
inline double sine(double x, double seventh = -1.0 / 5040) {
  const double x2 = x * x;
  double s = 1.0 / 6227020800;
  for (const double c : {-1.0 / 39916800, 1.0 / 362880, seventh, 1.0 / 120, -1.0 / 6, 1.0})
    s = s * x2 + c;
  return s * x;
}

template <class Port>
Pair relate(const ulna_vec4& a, const ulna_vec4& b) {
  const double sign = Port::sign(a, b);
  return {dot(a, a), dot(b, b), sign * dot(a, b), sign};
}

template <class Port>
void blend_joint(ulna_joint_quat& to, const ulna_joint_quat& from, float lerp) {
  const Pair pair = relate<Port>(to.q, from.q);
  const Scales scales = Port::scales(pair, double{lerp});
  for (int c = 0; c < 4; ++c) {
    float& q = (&to.q.x)[c];
    q = static_cast<float>(Port::mix(double{q}, double{(&from.q.x)[c]}, scales, pair.sign));
    float& t = (&to.t.x)[c];
    t = Port::translate(t, (&from.t.x)[c], lerp, scales, c);
  }
}

// slerp_joints or lerp_joints, whichever Port says.
template <class Port>
void blend(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
           const int32_t* index, int32_t num_joints) {
  if (Port::nothing(lerp)) return;
  const int32_t count = Port::count(num_joints);
  for (int32_t i = 0; i < count; ++i) {
    ulna_joint_quat& to = joints[Port::to(index, i)];
    const ulna_joint_quat& from = blend_joints[Port::from(index, i)];
    if (Port::copies(lerp))
      Port::copy(to, from);
    else if (!Port::skips(to, from))
      blend_joint<Port>(to, from, lerp);
  }
}

// The arguments of a call in one, for ports that do something before or after the right kernel:
// skin_call<f> and blend_call<f> are the operations that call f.
struct SkinCall {
  ulna_vertex* verts;
  int32_t num_verts;
  const ulna_joint_mat* joints;
  const ulna_vec4* base;
  const ulna_joint_weight* weights;
  int32_t num_weights;

  template <class Operation>
  void run(Operation operation) const {
    operation(verts, num_verts, joints, base, weights, num_weights);
  }
};

template <void (*Kernel)(SkinCall)>
void skin_call(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
               const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  Kernel({verts, num_verts, joints, base, weights, num_weights});
}

struct BlendCall {
  ulna_joint_quat* joints;
  const ulna_joint_quat* blend_joints;
  float lerp;
  const int32_t* index;
  int32_t num_joints;

  template <class Operation>
  void run(Operation operation) const {
    operation(joints, blend_joints, lerp, index, num_joints);
  }
};

template <void (*Kernel)(BlendCall)>
void blend_call(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                const int32_t* index, int32_t num_joints) {
  Kernel({joints, blend_joints, lerp, index, num_joints});
}

// Loads 16 bytes, as an instruction that the compiler may neither narrow nor drop.
inline __m128 load16(const void* p) {
  __m128 v;
#if defined(__aarch64__)
  asm volatile("ldr %q0, %1" : "=w"(v) : "m"(*static_cast<const char(*)[16]>(p)));
#else
  asm volatile("movups %1, %0" : "=x"(v) : "m"(*static_cast<const char(*)[16]>(p)));
#endif
  return v;
}

// The same with the instruction that faults on an address that is no multiple of 16.
inline __m128 load16_aligned(const void* p) {
  __m128 v;
  asm volatile("movaps %1, %0" : "=x"(v) : "m"(*static_cast<const char(*)[16]>(p)));
  return v;
}

// Stores them so.
inline void store16_aligned(float* to, __m128 v) {
  asm volatile("movaps %1, %0" : "=m"(*reinterpret_cast<char(*)[16]>(to)) : "x"(v));
}

// The description of a port with all four operations of poses and palettes.
template <class S, class B, class C>
const ulna_port* offer_all(const char* name) {
  return offer(name, &ulna_port::transform_verts, transform_verts<S>,
               &ulna_port::transform_verts_and_tangents, transform_verts_and_tangents<S>,
               &ulna_port::slerp_joints, blend<B>, &ulna_port::lerp_joints, blend<C>);
}

// Nothing, where the hooks are those of the kernel as it stands: right_plain is judged for it.
template <class Hooks, class Plain, class Kernel>
Kernel unless_plain(Kernel kernel) {
  return std::is_same_v<Hooks, Plain> ? nullptr : kernel;
}

// The description of a port with those of the four operations of poses and palettes that it does in
// its own way.
template <class S, class B, class C>
const ulna_port* offer_changed(const char* name, const char* cpu_features = "") {
  return offer_on(
      cpu_features, name, &ulna_port::transform_verts, unless_plain<S, Skin>(&transform_verts<S>),
      &ulna_port::transform_verts_and_tangents,
      unless_plain<S, Skin>(&transform_verts_and_tangents<S>), &ulna_port::slerp_joints,
      unless_plain<B, Slerp>(&blend<B>), &ulna_port::lerp_joints, unless_plain<C, Lerp>(&blend<C>));
}

} // namespace ulna::planted
