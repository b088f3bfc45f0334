/* Slerp and Lerp as Slerping Clock Cycles has them before anything is optimised (sections 3 and 4):
 * the angle from an arc cosine, functions in double, every variable a float. And the inverse square
 * root of section 5, whose first guess halves and negates the exponent. What the paper's numbers
 * are relative to; not a port that is offered to anybody. */
#include <math.h>
#include <string.h>
#include <ulna/port.h>

static float cosine_of(const ulna_vec4* a, const ulna_vec4* b) {
  return a->x * b->x + a->y * b->y + a->z * b->z + a->w * b->w;
}

static void add_scaled(ulna_vec4* a, float scale_a, const ulna_vec4* b, float scale_b) {
  a->x = scale_a * a->x + scale_b * b->x;
  a->y = scale_a * a->y + scale_b * b->y;
  a->z = scale_a * a->z + scale_b * b->z;
  a->w = scale_a * a->w + scale_b * b->w;
}

static void slerp(ulna_vec4* a, const ulna_vec4* b, float t) {
  const float cosine = cosine_of(a, b);
  const float magnitude = (float)fabs(cosine);
  float scale_a = 1.0f - t, scale_b = t;
  if (1.0f - magnitude > 1e-6f) {
    const float angle = (float)acos(magnitude);
    const float inverse_sine = (float)(1.0 / sin(angle));
    scale_a = (float)(sin((1.0f - t) * angle) * inverse_sine);
    scale_b = (float)(sin(t * angle) * inverse_sine);
  }
  add_scaled(a, scale_a, b, cosine >= 0.0f ? scale_b : -scale_b);
}

static void lerp(ulna_vec4* a, const ulna_vec4* b, float t) {
  add_scaled(a, 1.0f - t, b, cosine_of(a, b) >= 0.0f ? t : -t);
  const float scale = (float)(1.0 / sqrt(cosine_of(a, a)));
  a->x *= scale;
  a->y *= scale;
  a->z *= scale;
  a->w *= scale;
}

#define BLEND(name, function)                                                                      \
  static void name(ulna_joint_quat* joints, const ulna_joint_quat* blend, float t,                 \
                   const int32_t* index, int32_t num) {                                            \
    if (!(t > 0.0f)) return;                                                                       \
    for (int32_t i = 0; i < num; ++i) {                                                            \
      ulna_joint_quat* joint = &joints[index[i]];                                                  \
      const ulna_joint_quat* other = &blend[index[i]];                                             \
      if (t >= 1.0f) {                                                                             \
        *joint = *other;                                                                           \
        continue;                                                                                  \
      }                                                                                            \
      function(&joint->q, &other->q, t);                                                           \
      add_scaled(&joint->t, 1.0f - t, &other->t, t);                                               \
    }                                                                                              \
  }

BLEND(slerp_joints, slerp)
BLEND(lerp_joints, lerp)

static void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  for (int32_t i = 0; i < n; ++i) {
    uint32_t bits;
    float guess;
    memcpy(&bits, &in[i], sizeof bits);
    bits = 0x5f3759dfu - (bits >> 1);
    memcpy(&guess, &bits, sizeof guess);
    out[i] = guess * (1.5f - guess * guess * (in[i] * 0.5f));
  }
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port),
                                 .name = "plain",
                                 .cpu_features = "",
                                 .slerp_joints = slerp_joints,
                                 .lerp_joints = lerp_joints,
                                 .reciprocal_sqrt = reciprocal_sqrt};
  return &port;
}
