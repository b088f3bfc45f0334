/* Part of ulna/adapt.h: blends of quaternions, one pair or some at a time.
 *
 *   ULNA_SLERP(a, b, t, out)  blends a and b, of type ULNA_QUATERNION, by the float t, along the
 *   ULNA_NLERP(a, b, t, out)  shorter arc: out is another variable of that type
 *   ULNA_QUATERNION           begins with its four floats; if not defined an array of four, which
 *                             is no more aligned than a float
 *   ULNA_WXYZ                 defined: they are w, x, y, z; else x, y, z, w
 *   ULNA_WIDTH                how many quaternions one ULNA_QUATERNION holds, as a structure of
 *                             arrays: all x, then all y, and so on; 1 if not defined
 *   ULNA_EITHER_SIGN          defined: q and -q are one result. Such libraries turn a to the side
 *                             of b, where ulna/port.h has b turned to that of a
 *
 * What the adapter does itself: t is from 0 to 1, in place of any other that a call may have, for
 * which no values are owed. Of joints, the translations, as (1 - t) a + t b in float, and what is
 * owed for lerp <= 0 and lerp >= 1. Where there are fewer pairs than ULNA_WIDTH, the last one fills
 * the others; of a single one any of the results is taken. With ULNA_EITHER_SIGN a change of sign.
 */
#if defined(ULNA_SLERP) || defined(ULNA_NLERP)
#define ULNA_ADAPT_HAS_QUATERNIONS

#ifndef ULNA_WIDTH
#define ULNA_WIDTH 1
#endif
#if ULNA_WIDTH < 1
#error "ulna/adapt.h: ULNA_WIDTH is 1 or more"
#endif

#ifndef ULNA_QUATERNION
typedef float ulna_adapt_quaternion[4 * ULNA_WIDTH];
#define ULNA_QUATERNION ulna_adapt_quaternion
#endif

enum { ulna_adapt_lanes = 4 * ULNA_WIDTH }; /* floats */
ULNA_ADAPT_ASSERT(sizeof(ULNA_QUATERNION) >= ulna_adapt_lanes * sizeof(float),
                  "ULNA_QUATERNION has fewer than 4 * ULNA_WIDTH floats");
ULNA_ADAPT_CHECK_TYPE(ULNA_QUATERNION);

/* Where component c, of x, y, z, w, of one of the quaternions stands. */
static inline int ulna_adapt_place(int c, int lane) {
#ifdef ULNA_WXYZ
  c = (c + 1) % 4;
#endif
  return c * ULNA_WIDTH + lane;
}

static inline void ulna_adapt_put(float* lanes, int lane, const float* q) {
  for (int c = 0; c < 4; ++c) lanes[ulna_adapt_place(c, lane)] = q[c];
}

static inline void ulna_adapt_get(float* q, const float* lanes, int lane) {
  for (int c = 0; c < 4; ++c) q[c] = lanes[ulna_adapt_place(c, lane)];
}

static inline double ulna_adapt_dot(const float* a, const float* b) {
  return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2] + (double)a[3] * b[3];
}

static inline double ulna_adapt_square(double x) {
  return x * x;
}

/* Whether the result is the blend of -a and -b, or -b and a, in place of that which is near a: as
 * far as parts of a and b in it tell. Near a right angle either arc may be right (`ulna contract
 * slerp`), and roundings make its sign: the nearest of those that are right counts. */
static inline int ulna_adapt_is_opposite(const float* a, const float* b, float t,
                                         const float* result) {
  const double cosine = ulna_adapt_dot(a, b), size = cosine < 0 ? -cosine : cosine;
  const double part_a = ulna_adapt_dot(result, a);
  const double part_b = ulna_adapt_dot(result, b) * (cosine < 0 ? -1 : 1);
  if (size > 0x1p-10) return part_a + part_b < 0;
  const double of_a = 1 - t, of_b = t;
  double as_it_is = ulna_adapt_square(part_a - of_a) + ulna_adapt_square(part_b - of_b);
  double opposite = ulna_adapt_square(part_a + of_a) + ulna_adapt_square(part_b + of_b);
  const double drift_a = ulna_adapt_dot(a, a) - 1, drift_b = ulna_adapt_dot(b, b) - 1;
  const int is_unit = drift_a * drift_a <= 0x1p-44 && drift_b * drift_b <= 0x1p-44;
  if (size <= (is_unit ? 0x1p-22 : 0x1p-21)) {
    if (as_it_is <= 0x1p-44)
      return 0; /* half of the bound, and not to be made worse by roundings */
    const double other = ulna_adapt_square(part_a - of_a) + ulna_adapt_square(part_b + of_b);
    const double its_opposite = ulna_adapt_square(part_a + of_a) + ulna_adapt_square(part_b - of_b);
    if (other < as_it_is) as_it_is = other;
    if (its_opposite < opposite) opposite = its_opposite;
  }
  return opposite < as_it_is;
}

static inline void ulna_adapt_take(float* q, const float* lanes, int lane, const float* a,
                                   const float* b, float t) {
  ulna_adapt_get(q, lanes, lane);
#ifdef ULNA_EITHER_SIGN
  if (ulna_adapt_is_opposite(a, b, t, q))
    for (int c = 0; c < 4; ++c) q[c] = -q[c];
#else
  (void)a, (void)b, (void)t;
#endif
}

/* Blends ulna_adapt_lanes floats, which lie as those of an ULNA_QUATERNION. */
typedef void ulna_adapt_blend(const float* a, const float* b, float t, float* out);

#define ULNA_ADAPT_BLEND(name, BLEND)                                                              \
  static inline void name(const float* ulna_a, const float* ulna_b, float ulna_t,                  \
                          float* ulna_blended) {                                                   \
    enum { ulna_bytes = ulna_adapt_lanes * sizeof(float) };                                        \
    ULNA_ADAPT_VARIABLE(ULNA_QUATERNION, ulna_from);                                               \
    ULNA_ADAPT_VARIABLE(ULNA_QUATERNION, ulna_to);                                                 \
    ULNA_ADAPT_VARIABLE(ULNA_QUATERNION, ulna_result);                                             \
    memcpy((void*)&ulna_from.value, ulna_a, ulna_bytes);                                           \
    memcpy((void*)&ulna_to.value, ulna_b, ulna_bytes);                                             \
    ulna_adapt_mark_bytes((void*)&ulna_result.value, ulna_bytes);                                  \
    BLEND(ulna_from.value, ulna_to.value, ulna_t, ulna_result.value);                              \
    memcpy(ulna_blended, (const void*)&ulna_result.value, ulna_bytes);                             \
    ULNA_ADAPT_CHECK(ulna_from);                                                                   \
    ULNA_ADAPT_CHECK(ulna_to);                                                                     \
    ULNA_ADAPT_CHECK(ulna_result);                                                                 \
    ulna_adapt_check_same((const void*)&ulna_from.value, ulna_a, ulna_bytes,                       \
                          ULNA_ADAPT_MAY_CHANGE(ULNA_QUATERNION));                                 \
    ulna_adapt_check_same((const void*)&ulna_to.value, ulna_b, ulna_bytes,                         \
                          ULNA_ADAPT_MAY_CHANGE(ULNA_QUATERNION));                                 \
  }

/* One of the lanes, by the numbers: the same for the same ones. */
static inline int ulna_adapt_some_lane(const float* a, const float* b) {
  uint32_t sum = 0, word;
  for (int c = 0; c < 8; ++c) {
    memcpy(&word, c < 4 ? &a[c] : &b[c - 4], sizeof word);
    sum = 31 * sum + word;
  }
  return (int)(sum % ULNA_WIDTH);
}

static inline void ulna_adapt_blend_one(ulna_adapt_blend* blend, const float* a, const float* b,
                                        float t, float* result) {
  float from[ulna_adapt_lanes], to[ulna_adapt_lanes], blended[ulna_adapt_lanes], q[4];
  for (int lane = 0; lane < ULNA_WIDTH; ++lane) {
    ulna_adapt_put(from, lane, a);
    ulna_adapt_put(to, lane, b);
  }
  const float within = t > 0 ? t < 1 ? t : 1 : 0; /* and no NaN */
  blend(from, to, within, blended);
  ulna_adapt_take(q, blended, ulna_adapt_some_lane(a, b), a, b, within);
  memcpy(result, q, sizeof q);
}

static inline void ulna_adapt_blend_joint(ulna_joint_quat* joint, const ulna_joint_quat* other,
                                          float t, const float* blended, int lane) {
  float q[4];
  ulna_adapt_take(q, blended, lane, &joint->q.x, &other->q.x, t);
  memcpy(&joint->q.x, q, sizeof q);
  joint->t.x = (1 - t) * joint->t.x + t * other->t.x;
  joint->t.y = (1 - t) * joint->t.y + t * other->t.y;
  joint->t.z = (1 - t) * joint->t.z + t * other->t.z;
  joint->t.w = (1 - t) * joint->t.w + t * other->t.w;
}

static inline void ulna_adapt_blend_joints(ulna_adapt_blend* blend, ulna_joint_quat* joints,
                                           const ulna_joint_quat* others, float t,
                                           const int32_t* index, int32_t num_joints) {
  if (t <= 0) return;
  if (t >= 1) {
    for (int32_t i = 0; i < num_joints; ++i)
      if (joints != others) joints[index[i]] = others[index[i]];
    return;
  }
  for (int32_t i = 0; i < num_joints; i += ULNA_WIDTH) {
    const int count = num_joints - i < ULNA_WIDTH ? (int)(num_joints - i) : ULNA_WIDTH;
    float from[ulna_adapt_lanes], to[ulna_adapt_lanes], blended[ulna_adapt_lanes];
    for (int lane = 0; lane < ULNA_WIDTH; ++lane) {
      const int32_t j = index[i + (lane < count ? lane : count - 1)];
      ulna_adapt_put(from, lane, &joints[j].q.x);
      ulna_adapt_put(to, lane, &others[j].q.x);
    }
    blend(from, to, t > 0 ? t : 0, blended); /* which is no NaN */
    for (int lane = 0; lane < count; ++lane) {
      const int32_t j = index[i + lane];
      ulna_adapt_blend_joint(&joints[j], &others[j], t, blended, lane);
    }
  }
}

/* What blends values of the user's type, and the two operations by it. */
#define ULNA_ADAPT_BLENDS(of_types, single, of_joints, BLEND)                                      \
  ULNA_ADAPT_BLEND(of_types, BLEND)                                                                \
  static inline void single(const float a[4], const float b[4], float t, float result[4]) {        \
    ulna_adapt_blend_one(of_types, a, b, t, result);                                               \
  }                                                                                                \
  static inline void of_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,       \
                               float lerp, const int32_t* index, int32_t num_joints) {             \
    ulna_adapt_blend_joints(of_types, joints, blend_joints, lerp, index, num_joints);              \
  }

#ifdef ULNA_SLERP
ULNA_ADAPT_BLENDS(ulna_adapt_slerp_of_types, ulna_adapt_slerp, ulna_adapt_slerp_joints, ULNA_SLERP)
#endif
#ifdef ULNA_NLERP
ULNA_ADAPT_BLENDS(ulna_adapt_nlerp_of_types, ulna_adapt_nlerp, ulna_adapt_lerp_joints, ULNA_NLERP)
#endif

#endif
