// Bullet's own functions, as a port.
#include <LinearMath/btQuaternion.h>

#define ULNA_NAME "bullet"
#define ULNA_QUATERNION btQuaternion
#define ULNA_SLERP(a, b, t, out) out = slerp(a, b, t)
#include <ulna/adapt.h>
