/* ulna/adapt.h: makes a port from functions that a mathematics library or an engine has. C11 and
 * C++17, and with a few lines of C whatever language can export a C function.
 *
 *   #include <cglm/cglm.h>
 *
 *   #define ULNA_NAME "cglm"
 *   #define ULNA_QUATERNION versor
 *   #define ULNA_SLERP(a, b, t, out) glm_quat_slerp(a, b, t, out)
 *   #include <ulna/adapt.h>
 *
 * Include this once, in a file of its own, behind a #define for each function that you have. a, b
 * and out are variables of your types; a library that returns its results has
 * `out = slerp(a, b, t)` on the right. What the adapter adds is exact, or said below; its own time
 * is not measured.
 *
 *   ULNA_NAME      the port's name in reports
 *   ULNA_FEATURES  what it needs of the CPU, as cpu_features of ulna_port has it; if not defined
 *                  what this file is compiled for (-mavx2, -march=...)
 *   ULNA_PROFILES  what it promises in place of the whole contract, as profiles of ulna_port has
 *                  it; if not defined nothing. It is said of the arrays of the operation
 *
 * Functions                              operations that they give
 *   ULNA_SLERP(a, b, t, out)             slerp, slerp_joints           adapt/quaternions.h
 *   ULNA_NLERP(a, b, t, out)             nlerp, lerp_joints
 *   ULNA_TRANSFORM(m, v, out)            transform_verts,              adapt/matrices.h
 *                                        transform_verts_and_tangents
 *   ULNA_TRANSFORM_POINT(m, p, out),     update_skinned_mesh
 *   ULNA_TRANSFORM_NORMAL(m, n, out)
 *   ULNA_MULTIPLY(a, b, out)             combine_bones
 *   ULNA_SKIN(out, in, palette,          blend_vertices_indexed;       adapt/skinning.h
 *             indices, weights,          skin_split_verts, where its
 *             num_verts)                 indices and weights allow it
 *
 * Each of the files on the right says which types there are, and how they lie in memory. Types are
 * default-constructible, begin with their floats, and hold nothing else that counts. Results begin
 * as NaN. A function that writes beyond what it gets, or into what it only reads (but for an object
 * whose member it is), ends the process with a line that says so (adapt/memory.h). What it reads
 * beyond single arguments shows where that makes a difference: there are NaNs.
 */
#ifndef ULNA_ADAPT_H
#define ULNA_ADAPT_H

#include <ulna/port.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#ifdef MAP_ANONYMOUS
#define ULNA_ADAPT_ANONYMOUS MAP_ANONYMOUS
#else
#define ULNA_ADAPT_ANONYMOUS 0x20 /* which strict C does not name */
#endif
#endif
#ifdef __cplusplus
#include <new>
#include <type_traits>
#endif

#ifndef ULNA_NAME
#error "ulna/adapt.h: define ULNA_NAME, the port's name in reports"
#endif

#include <ulna/adapt/features.h>

#ifdef ULNA_PROFILE
#error "ulna/adapt.h: did you mean ULNA_PROFILES"
#endif
#ifndef ULNA_PROFILES
#define ULNA_PROFILES ""
#endif

#ifdef __cplusplus
#define ULNA_ADAPT_ASSERT(is_true, text) static_assert(is_true, text)
#define ULNA_ADAPT_ALIGNAS alignas
#define ULNA_ADAPT_ALIGNOF(type) alignof(type)
#define ULNA_ADAPT_CHECK_TYPE(type)                                                                \
  static_assert(std::is_default_constructible<type>::value,                                        \
                #type " has no default constructor; wrap it in a struct of floats");               \
  static_assert(!std::is_polymorphic<type>::value, #type " does not begin with its floats")
/* A member function may change its object. */
#define ULNA_ADAPT_MAY_CHANGE(type) (!std::is_array<type>::value)
#else
#define ULNA_ADAPT_ASSERT(is_true, text) _Static_assert(is_true, text)
#define ULNA_ADAPT_ALIGNAS _Alignas
#define ULNA_ADAPT_ALIGNOF(type) _Alignof(type)
#define ULNA_ADAPT_CHECK_TYPE(type) _Static_assert(sizeof(type) > 0, "")
#define ULNA_ADAPT_MAY_CHANGE(type) 0
#endif

/* Your names may be those of variables here. */
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#ifdef __cplusplus
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#endif
#endif

#ifdef __cplusplus
namespace { /* as your types may be */
#endif

#include <ulna/adapt/memory.h>

#include <ulna/adapt/matrices.h>

#include <ulna/adapt/quaternions.h>
#include <ulna/adapt/skinning.h>

#if !defined(ULNA_ADAPT_HAS_QUATERNIONS) && !defined(ULNA_ADAPT_HAS_MATRICES)
#error "ulna/adapt.h: define a function that you have, such as ULNA_SLERP(a, b, t, out)"
#endif

static inline ulna_port ulna_adapt_port(void) {
  ulna_port port;
  memset(&port, 0, sizeof port);
  port.struct_size = sizeof port;
  port.name = ULNA_NAME;
  port.cpu_features = ULNA_FEATURES;
  port.profiles = ULNA_PROFILES;
#ifdef ULNA_SLERP
  port.slerp = ulna_adapt_slerp;
  port.slerp_joints = ulna_adapt_slerp_joints;
#endif
#ifdef ULNA_NLERP
  port.nlerp = ulna_adapt_nlerp;
  port.lerp_joints = ulna_adapt_lerp_joints;
#endif
#ifdef ULNA_TRANSFORM
  port.transform_verts = ulna_adapt_transform_verts;
  port.transform_verts_and_tangents = ulna_adapt_transform_verts_and_tangents;
#endif
#ifdef ULNA_TRANSFORM_POINT
  port.update_skinned_mesh = ulna_adapt_update_skinned_mesh;
#endif
#ifdef ULNA_MULTIPLY
  port.combine_bones = ulna_adapt_combine_bones;
#endif
#ifdef ULNA_SKIN
  port.blend_vertices_indexed = ulna_adapt_blend_vertices_indexed;
#endif
#ifdef ULNA_ADAPT_HAS_SPLIT_VERTS
  if ((ULNA_INDEX)UINT16_MAX == UINT16_MAX) port.skin_split_verts = ulna_adapt_skin_split_verts;
#endif
  return port;
}

#ifdef __cplusplus
} /* namespace */
#endif

#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

const ulna_port* ulna_port_v1(void) {
  static ulna_port port;
  port = ulna_adapt_port();
  return &port;
}

#endif
