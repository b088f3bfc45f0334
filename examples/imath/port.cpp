// Imath's own functions, as a port.
#include <Imath/ImathMatrix.h>
#include <Imath/ImathQuat.h>

#define ULNA_NAME "imath"
#define ULNA_QUATERNION Imath::Quatf
#define ULNA_WXYZ
#define ULNA_EITHER_SIGN
#define ULNA_SLERP(a, b, t, out) out = Imath::slerpShortestArc(a, b, t)
#define ULNA_MATRIX Imath::M44f
#define ULNA_VECTOR Imath::V4f
#define ULNA_TRANSFORM(m, v, out) out = v * m
#define ULNA_POINT Imath::V3f
#define ULNA_TRANSFORM_POINT(m, p, out) m.multVecMatrix(p, out)
#define ULNA_TRANSFORM_NORMAL(m, n, out) m.multDirMatrix(n, out)
#define ULNA_MULTIPLY(a, b, out) out = a * b
#include <ulna/adapt.h>
