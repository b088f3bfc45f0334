/* cglm's own functions, as a port. */
#include <cglm/cglm.h>

#define ULNA_NAME "cglm"
#define ULNA_QUATERNION versor
#define ULNA_EITHER_SIGN
#define ULNA_SLERP(a, b, t, out) glm_quat_slerp(a, b, t, out)
#define ULNA_NLERP(a, b, t, out) glm_quat_nlerp(a, b, t, out)
#define ULNA_MATRIX mat4
#define ULNA_VECTOR vec4
#define ULNA_TRANSFORM(m, v, out) glm_mat4_mulv(m, v, out)
#define ULNA_POINT vec3
#define ULNA_TRANSFORM_POINT(m, p, out) glm_mat4_mulv3(m, p, 1, out)
#define ULNA_TRANSFORM_NORMAL(m, n, out) glm_mat4_mulv3(m, n, 0, out)
#define ULNA_MULTIPLY(a, b, out) glm_mat4_mul(b, a, out)
#include <ulna/adapt.h>
