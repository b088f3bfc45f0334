// Eigen's own functions, as a port.
#include <Eigen/Geometry>

#define ULNA_NAME "eigen"
#define ULNA_QUATERNION Eigen::Quaternionf
#define ULNA_SLERP(a, b, t, out) out = a.slerp(t, b)
#define ULNA_MATRIX Eigen::Affine3f
#define ULNA_POINT Eigen::Vector3f
#define ULNA_TRANSFORM_POINT(m, p, out) out = m * p
#define ULNA_TRANSFORM_NORMAL(m, n, out) out = m.linear() * n
#include <ulna/adapt.h>
