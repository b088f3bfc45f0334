/* The second stage of Slerping Clock Cycles (section 5): the sine from the cosine, and the angle
 * from both, so that there is no arc cosine and one sine less. Lerp has nothing to transform. */
#include "blend.h"

#include <math.h>

static void slerp(ulna_vec4* a, const ulna_vec4* b, float t) {
  const float cosine = cosine_of(a, b);
  const float magnitude = fabsf(cosine);
  float scale_a = 1.0f - t, scale_b = t;
  if (1.0f - magnitude > 1e-6f) {
    const float sine_squared = 1.0f - magnitude * magnitude;
    const float inverse_sine = 1.0f / sqrtf(sine_squared);
    const float angle = atan2f(sine_squared * inverse_sine, magnitude);
    scale_a = sinf((1.0f - t) * angle) * inverse_sine;
    scale_b = sinf(t * angle) * inverse_sine;
  }
  add_scaled(a, scale_a, b, cosine >= 0.0f ? scale_b : -scale_b);
}

BLEND(slerp_joints, slerp)

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port),
                                 .name = "transformed",
                                 .cpu_features = "",
                                 .slerp_joints = slerp_joints};
  return &port;
}
