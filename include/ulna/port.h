/* ulna/port.h: the C interface between ulna and a port of the skinning and blending kernels.
 *
 * A port is a shared library that exports one function, ulna_port_v1(). This header is all that
 * its author needs to read; it is C99 and C++, has no dependencies, and is MIT licensed.
 *
 * What holds for every operation (`ulna contract OPERATION` prints all of it):
 *  - Counts are >= 0; a count of 0 reads and writes nothing.
 *  - Only the bytes that an operation names are written, only the arrays it names are read, and
 *    `const` arrays keep every bit.
 *  - joints, base and blend_joints are 16-byte aligned; verts, weights and index are 4-byte
 *    aligned, and every multiple of 4 occurs.
 *  - On return the callee-saved registers, the stack pointer, the direction flag, the x87 control
 *    word and tags, and the control bits of MXCSR are as they were. The caller may have set FTZ and
 *    DAZ.
 *  - Floats may hold any bit pattern. A NaN or an infinity spoils only the outputs that depend on
 *    it.
 *  - Calls on disjoint data may run at the same time. The same input gives the same bits, whatever
 *    the calls before it were, also with other values at the same addresses.
 */
#ifndef ULNA_PORT_H
#define ULNA_PORT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ulna_vec4 {
  float x, y, z, w;
} ulna_vec4;

typedef struct ulna_vertex {
  ulna_vec4 position, normal, tangent;
} ulna_vertex;

/* A 3x4 matrix by rows: element (row r, column c) is m[4*r + c]; column 3 is the translation. */
typedef struct ulna_joint_mat {
  float m[12];
} ulna_joint_mat;

/* One influence of a joint on a vertex. The influences of a vertex lie one after the other, and
 * vertex follows vertex. Source: J.M.P. van Waveren, Fast Skinning, 2005, section 2. */
typedef struct ulna_joint_weight {
  float weight;
  int32_t joint_mat_offset;   /* bytes from `joints` to the joint's matrix: 48 * joint */
  int32_t next_vertex_offset; /* bytes from this entry to the first entry of the next vertex: 12 on
                                 the last influence of a vertex */
} ulna_joint_weight;

/* The pose of a joint: orientation (x, y, z, w), and a translation whose four floats are all
 * interpolated. */
typedef struct ulna_joint_quat {
  ulna_vec4 q;
  ulna_vec4 t;
} ulna_joint_quat;

typedef struct ulna_port {
  uint32_t struct_size;     /* sizeof(ulna_port) as the port was compiled: members beyond it do not
                               exist */
  const char* name;         /* for reports, e.g. "sse3" */
  const char* cpu_features; /* what the port needs, comma-separated, spelled as in /proc/cpuinfo
                               ("pni" is SSE3); "" is the x86-64 baseline */

  /* Skin positions.
   *   verts    num_verts vertices, written: 12 bytes at position.xyz of each, nothing else
   *   joints   the joint matrices (the palette), read
   *   base     num_weights vectors, one per weight entry, already multiplied by its weight, read
   *   weights  num_weights entries, read; the `weight` members take no part
   * position.xyz = sum over the vertex's influences of M * base, where base.w takes the
   * translation. verts overlaps nothing. Source: Fast Skinning, section 3. */
  void (*transform_verts)(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                          const ulna_vec4* base, const ulna_joint_weight* weights,
                          int32_t num_weights);

  /* Skin positions, normals and tangents.
   *   base     3 * num_verts vectors: position, normal and tangent of each vertex, read
   *   weights  num_weights entries, read
   *   verts    written: 12 bytes at position.xyz, normal.xyz and tangent.xyz of each vertex
   * A = sum over the vertex's influences of weight * M; each output is A * its base vector, all
   * four components of which take part. Weights may be zero, negative and of any sum.
   * Source: Fast Skinning, section 4. */
  void (*transform_verts_and_tangents)(ulna_vertex* verts, int32_t num_verts,
                                       const ulna_joint_mat* joints, const ulna_vec4* base,
                                       const ulna_joint_weight* weights, int32_t num_weights);

  /* Blend poses by spherical linear interpolation, in place.
   *   joints        read and written at the listed joints; the others are left alone
   *   blend_joints  the poses at lerp = 1, read; disjoint from joints, or the same array
   *   index         num_joints distinct indices in any order, read
   * For j = index[i]: lerp <= 0 writes nothing; lerp >= 1 copies blend_joints[j] bit by bit;
   * otherwise q becomes the slerp of the two unit quaternions along the shorter arc, and t the
   * linear interpolation. Nothing is said about the values for a NaN lerp.
   * Source: J.M.P. van Waveren, Slerping Clock Cycles, 2005, sections 3 and 6. */
  void (*slerp_joints)(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                       const int32_t* index, int32_t num_joints);

  /* The same with the normalised linear blend in place of slerp.
   * Source: Slerping Clock Cycles, section 4. */
  void (*lerp_joints)(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                      const int32_t* index, int32_t num_joints);
} ulna_port; /* new operations are appended; a NULL member means "not implemented" */

/* The one function that a port exports: the description of the port, valid as long as the library
 * is loaded. NULL means that the port cannot be used. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const ulna_port*
ulna_port_v1(void);

#ifdef __cplusplus
}
#endif

/* The layouts are part of the interface. An array of negative size stops a compiler on which they
 * differ, in C99 as in C++. */
typedef char ulna_check_vec4[sizeof(ulna_vec4) == 16 ? 1 : -1];
typedef char ulna_check_vertex[sizeof(ulna_vertex) == 48 && offsetof(ulna_vertex, normal) == 16 &&
                                       offsetof(ulna_vertex, tangent) == 32
                                   ? 1
                                   : -1];
typedef char ulna_check_joint_mat[sizeof(ulna_joint_mat) == 48 ? 1 : -1];
typedef char ulna_check_joint_weight[sizeof(ulna_joint_weight) == 12 &&
                                             offsetof(ulna_joint_weight, joint_mat_offset) == 4 &&
                                             offsetof(ulna_joint_weight, next_vertex_offset) == 8
                                         ? 1
                                         : -1];
typedef char
    ulna_check_joint_quat[sizeof(ulna_joint_quat) == 32 && offsetof(ulna_joint_quat, t) == 16 ? 1
                                                                                              : -1];

#endif
