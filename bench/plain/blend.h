/* What the stages of Slerping Clock Cycles have in common, in plain C. */
#ifndef ULNA_BENCH_BLEND_H
#define ULNA_BENCH_BLEND_H

#include <string.h>
#include <ulna/port.h>

static inline float cosine_of(const ulna_vec4* a, const ulna_vec4* b) {
  return a->x * b->x + a->y * b->y + a->z * b->z + a->w * b->w;
}

static inline void add_scaled(ulna_vec4* a, float scale_a, const ulna_vec4* b, float scale_b) {
  a->x = scale_a * a->x + scale_b * b->x;
  a->y = scale_a * a->y + scale_b * b->y;
  a->z = scale_a * a->z + scale_b * b->z;
  a->w = scale_a * a->w + scale_b * b->w;
}

/* Section 5: a first guess that halves and negates the exponent, and one Newton step. */
static inline float guessed_inverse_root(float x) {
  uint32_t bits;
  float guess;
  memcpy(&bits, &x, sizeof bits);
  bits = 0x5f3759dfu - (bits >> 1);
  memcpy(&guess, &bits, sizeof guess);
  return guess * (1.5f - guess * guess * (x * 0.5f));
}

static inline void scale_by(ulna_vec4* a, float scale) {
  a->x *= scale;
  a->y *= scale;
  a->z *= scale;
  a->w *= scale;
}

/* Defines the operation `name` by a function of two quaternions, of which the first is replaced. */
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

/* The same for one pair. */
#define SINGLE(name, function)                                                                     \
  static void name(const float a[4], const float b[4], float t, float out[4]) {                    \
    ulna_vec4 from = {a[0], a[1], a[2], a[3]};                                                     \
    const ulna_vec4 to = {b[0], b[1], b[2], b[3]};                                                 \
    function(&from, &to, t);                                                                       \
    memcpy(out, &from, sizeof from);                                                               \
  }

#endif
