// GLM's own functions, as a port.
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#define ULNA_NAME "glm"
#define ULNA_QUATERNION glm::quat
#define ULNA_SLERP(a, b, t, out) out = glm::slerp(a, b, t)
#define ULNA_MATRIX glm::mat4
#define ULNA_VECTOR glm::vec4
#define ULNA_TRANSFORM(m, v, out) out = m * v
#define ULNA_MULTIPLY(a, b, out) out = b * a
#include <ulna/adapt.h>
