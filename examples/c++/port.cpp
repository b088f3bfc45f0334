// Types and functions of an engine in C++, as a port.
#include <cmath>

namespace {

struct Quat {
  float w, x, y, z;
};

struct Mat34 {
  float rows[3][4];
};

struct Vec4 {
  float x, y, z, w;
};

Quat nlerp(const Quat& a, const Quat& b, float t) {
  const float cosine = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  const float of_a = 1 - t, of_b = cosine < 0 ? -t : t;
  const Quat sum{of_a * a.w + of_b * b.w, of_a * a.x + of_b * b.x, of_a * a.y + of_b * b.y,
                 of_a * a.z + of_b * b.z};
  const float length = std::sqrt(sum.w * sum.w + sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
  return {sum.w / length, sum.x / length, sum.y / length, sum.z / length};
}

Vec4 operator*(const Mat34& m, const Vec4& v) {
  const auto row = [&](int r) {
    return m.rows[r][0] * v.x + m.rows[r][1] * v.y + m.rows[r][2] * v.z + m.rows[r][3] * v.w;
  };
  return {row(0), row(1), row(2), v.w};
}

} // namespace

#define ULNA_NAME "c++"
#define ULNA_QUATERNION Quat
#define ULNA_WXYZ
#define ULNA_NLERP(a, b, t, out) out = nlerp(a, b, t)
#define ULNA_MATRIX Mat34
#define ULNA_MATRIX_LAYOUT ULNA_3X4
#define ULNA_VECTOR Vec4
#define ULNA_TRANSFORM(m, v, out) out = m * v
#include <ulna/adapt.h>
