// All is computed by the x87 unit in its 64 bits, and rounded once.
#include "../stub.h"

#include <cmath>

using namespace ulna::planted;

namespace {

using Real = long double;

void extended(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  for (int32_t i = 0; i < kFloats * num; ++i)
    floats(dst)[i] = static_cast<float>(floats(a)[i] * (1 - Real{t}) + Real{floats(b)[i]} * t);
}

void skins(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
           const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t v = 0; v < num_verts; ++v) {
    Real xyz[3]{};
    bool is_last;
    do {
      const auto* m = reinterpret_cast<const float*>(reinterpret_cast<const char*>(joints) +
                                                     weights->joint_mat_offset);
      for (int r = 0; r < 3; ++r, m += 4)
        xyz[r] += Real{m[0]} * base->x + Real{m[1]} * base->y + Real{m[2]} * base->z +
                  Real{m[3]} * base->w;
      is_last = weights->next_vertex_offset == sizeof *weights;
      ++base;
      ++weights;
    } while (!is_last);
    verts[v].position.x = static_cast<float>(xyz[0]);
    verts[v].position.y = static_cast<float>(xyz[1]);
    verts[v].position.z = static_cast<float>(xyz[2]);
  }
}

Real dot(const float a[4], const float b[4]) {
  return Real{a[0]} * b[0] + Real{a[1]} * b[1] + Real{a[2]} * b[2] + Real{a[3]} * b[3];
}

void mix(const float a[4], Real first, const float b[4], Real second, float out[4]) {
  for (int i = 0; i < 4; ++i) out[i] = static_cast<float>(a[i] * first + b[i] * second);
}

void by_angle(const float a[4], const float b[4], float t, float out[4]) {
  const Real sign = dot(a, b) < 0 ? -1 : 1;
  const Real c = sign * dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
  const Real angle = c < 1 ? std::acos(c) : 0;
  if (angle == 0) return mix(a, 1 - Real{t}, b, sign * t, out);
  const Real sine = std::sin(angle);
  mix(a, std::sin((1 - Real{t}) * angle) / sine, b, sign * std::sin(t * angle) / sine, out);
}

void by_chord(const float a[4], const float b[4], float t, float out[4]) {
  const Real c = dot(a, b), s = c < 0 ? -Real{t} : Real{t}, rest = 1 - Real{t};
  const Real length = std::sqrt(rest * rest * dot(a, a) + 2 * rest * s * c + s * s * dot(b, b));
  mix(a, rest / length, b, s / length, out);
}

} // namespace

const ulna_port* ulna_port_v1() {
  static ulna_port port = *offer("right_x87", &ulna_port::tween_verts, extended);
  port.transform_verts = skins;
  port.slerp = by_angle;
  port.nlerp = by_chord;
  return &port;
}
