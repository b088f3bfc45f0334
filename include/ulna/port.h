/* ulna/port.h: the C interface between ulna and a port of the skinning and blending kernels.
 *
 * A port is a shared library that exports one function, ulna_port_v1(). This header is all that
 * its author needs to read; it is C99 and C++, has no dependencies, and is MIT licensed.
 * Operations are appended to ulna_port: name the members that you have (.slerp_joints = ...), and
 * the others are NULL.
 *
 * What holds for every operation (`ulna contract OPERATION` prints all of it):
 *  - Counts are >= 0; a count of 0 reads and writes nothing.
 *  - Only the bytes that an operation names are written, only the arrays it names are read, and
 *    `const` arrays keep every bit.
 *  - joints, base, blend_joints, streams and all matrices are 16-byte aligned, structs with
 *    pointers as pointers are, 16-bit numbers 2-byte, bytes 1-byte; everything else is 4-byte
 *    aligned, and every multiple occurs.
 *  - On return the callee-saved registers, the stack pointer, the direction flag, the x87 control
 *    word and tags, and the control bits of MXCSR are as they were. The caller may have set FTZ and
 *    DAZ, both or neither; all other control bits are as at program start: nearest, x87 with 64
 *    bits, none trapped.
 *  - Floats may hold any bit pattern. A NaN or an infinity spoils only the outputs that depend on
 *    it.
 *  - Calls on disjoint data may run at the same time. The same input at the same addresses gives
 *    the same bits, whatever the calls before it were, also with other values there, and whatever
 *    lies behind the arrays and the registers, flags and stack hold that carry no argument.
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

/* --- Bones and meshes, as Direct3D 9 has them ---------------------------------------------------
 * Row vectors: v' = v * M. */

/* A 4x4 matrix by rows: element (row r, column c) is m[4*r + c]; row 3 is the translation. An
 * affine one has the column 3 of 0, 0, 0, 1. Read by columns, it is one for column vectors. */
typedef struct ulna_mat44 {
  float m[16];
} ulna_mat44;

typedef struct ulna_mesh_vertex {
  float position[3];
  float normal[3];
} ulna_mesh_vertex;

/* One influence of a bone on a vertex. The influences of vertex v are the entries from
 * first_influence[v] up to, and without, first_influence[v + 1]. */
typedef struct ulna_influence {
  uint32_t bone;
  float weight;
} ulna_influence;

/* A vertex with its blend weights. Of `weights` and `indices` a call uses as many as it says. */
typedef struct ulna_blend_vertex {
  float position[3];
  float weights[3];
  uint8_t indices[4];
  float normal[3];
} ulna_blend_vertex;

/* A vertex as it is drawn: what is skinned, and what only goes along with it. */
typedef struct ulna_textured_vertex {
  float position[3];
  float normal[3];
  float uv[2];
} ulna_textured_vertex;

/* Vertices as a structure of arrays: a stream for each component. */
typedef struct ulna_soa_verts {
  const float *x, *y, *z;    /* positions */
  const float *nx, *ny, *nz; /* normals */
} ulna_soa_verts;

/* What a conversion reads. */
typedef struct ulna_skinned_mesh {
  const uint32_t* indices;         /* 3 * num_faces: the corners of each face */
  const uint32_t* attributes;      /* num_faces: what a face is drawn with; kept apart */
  const uint32_t* adjacency;       /* 3 * num_faces: the face beyond edge k (corner k to corner k+1)
                                      of each face, UINT32_MAX where there is none; or NULL */
  const uint32_t* first_influence; /* num_vertices + 1, from 0, never decreasing */
  const ulna_influence* influences;
  uint32_t num_faces;
  uint32_t num_vertices;
  uint32_t num_bones;
} ulna_skinned_mesh;

typedef struct ulna_conversion_limits {
  uint32_t max_influences; /* of a vertex, 1 to 4 */
  uint32_t max_bones;      /* of a subset: 2 to 4, in the indexed form 1 to 256 */
  uint32_t rigid_bone;     /* the bone of vertices without influence; UINT32_MAX: there shall be
                              none */
} ulna_conversion_limits;

/* A vertex of the converted mesh. */
typedef struct ulna_blended_vertex {
  uint32_t source;    /* the vertex of the old mesh */
  float weights[3];   /* of its first slots; the last slot's weight is 1 less their sum */
  uint8_t indices[4]; /* indexed form: the palette entry of each slot; else 0 */
} ulna_blended_vertex;

/* The faces and vertices that are drawn with one set of bones: a row of the bone combination
 * table. */
typedef struct ulna_subset {
  uint32_t attribute;
  uint32_t face_start, face_count;
  uint32_t vertex_start, vertex_count;
} ulna_subset;

/* Where a conversion writes. The caller provides for the worst case: 3 vertices for each face and a
 * subset for each. What lies beyond the counts is nobody's: it may be scribbled on. */
typedef struct ulna_blended_mesh {
  ulna_blended_vertex* vertices; /* 3 * num_faces */
  uint32_t* indices;             /* 3 * num_faces, into vertices */
  ulna_subset* subsets;          /* num_faces */
  uint32_t* bones;               /* num_faces * max_bones: the bones of subset s begin at
                                    s * table_width, padded with UINT32_MAX */
  uint32_t* face_remap;          /* num_faces: the old face that each new one was */
  uint32_t* vertex_remap;        /* 3 * num_faces: the old vertex that each new one was */
  uint32_t* adjacency;           /* 3 * num_faces, of the new faces; NULL where the mesh has none */
} ulna_blended_mesh;

typedef struct ulna_conversion_counts {
  uint32_t num_vertices;
  uint32_t num_subsets;
  uint32_t table_width; /* entries of `bones` for each subset: the most slots that a subset uses;
                           in the indexed form max_bones */
  uint32_t
      max_influences; /* slots of a vertex, of which the last has no stored weight: table_width;
                         in the indexed form the most influences of a converted vertex */
  uint32_t where;     /* the face, influence or vertex that an error names */
} ulna_conversion_counts;

/* What a conversion returns. Where several are true, the first of this list counts, with the lowest
 * number in `where`. On an error nothing but `where` is written. */
enum {
  ULNA_CONVERTED = 0,
  ULNA_BAD_LIMITS = 1,    /* limits out of their range, or rigid_bone no bone; where is 0 */
  ULNA_BAD_INDEX = 2,     /* a corner that is no vertex, a neighbour that is no face: the face */
  ULNA_BAD_BONE = 3,      /* an influence of a bone that there is not: the entry */
  ULNA_BAD_WEIGHT = 4,    /* a weight that is negative, infinite or NaN: the entry */
  ULNA_NO_INFLUENCE = 5,  /* no weight above zero, and no rigid_bone: the vertex */
  ULNA_TOO_FEW_BONES = 6, /* max_bones below 3, and some vertex of a face would keep none of its own
                             bones: the face */
  ULNA_OUT_OF_MEMORY = 7  /* where is 0 */
};

/* What a device of Direct3D 9 can blend. */
typedef struct ulna_device {
  uint32_t max_blend_matrices;     /* MaxVertexBlendMatrices: of a vertex, in hardware */
  uint32_t max_blend_matrix_index; /* MaxVertexBlendMatrixIndex: the last entry of the palette in
                                      hardware; 0: there is no palette */
  uint32_t vertex_processing;      /* where vertices can be processed: */
} ulna_device;

enum { ULNA_HARDWARE_PROCESSING = 0, ULNA_SOFTWARE_PROCESSING = 1, ULNA_MIXED_PROCESSING = 2 };

/* What is to be known of a skin and its mesh. */
typedef struct ulna_skin_size {
  uint32_t num_bones;
  uint32_t max_face_influences; /* the most bones of one face */
  uint32_t has_normals;         /* not 0: they are blended too */
} ulna_skin_size;

/* How a mesh is to be converted and drawn. */
typedef struct ulna_blending {
  uint32_t form;
  uint32_t software;  /* 1: it is drawn by software processing, 0: by hardware */
  uint32_t max_bones; /* of a subset, for ulna_conversion_limits; 0 where the form is none */
} ulna_blending;

enum { ULNA_NOT_BLENDED = 0, ULNA_NONINDEXED = 1, ULNA_INDEXED = 2 };

/* How a subset is drawn. */
typedef struct ulna_draw {
  uint32_t pass;
  uint32_t blend_weights; /* for D3DRS_VERTEXBLEND: 0 to 3, or ULNA_0WEIGHTS */
} ulna_draw;

enum { ULNA_HARDWARE_PASS = 0, ULNA_SOFTWARE_PASS = 1, ULNA_NOT_DRAWN = 2 };
enum { ULNA_0WEIGHTS = 256 };

typedef struct ulna_port {
  uint32_t struct_size;     /* sizeof(ulna_port) as the port was compiled: members beyond it do not
                               exist */
  const char* name;         /* for reports, e.g. "sse3" */
  const char* cpu_features; /* what the port needs, comma-separated, spelled as in /proc/cpuinfo
                               ("pni" is SSE3); "" is the baseline: of x86-64, of Armv8.0,
                               RV64GC, or i686 */

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
   * Quaternions may have been blended before, |norm^2 - 1| up to 2^-11: whether they, or what
   * becomes of them, are scaled to unit norm is the port's choice, but norms must not drift farther
   * from 1 than roundings take them, 2^-19 of norm^2 in a blend. Source: J.M.P. van Waveren,
   * Slerping Clock Cycles, 2005, sections 3 and 6. */
  void (*slerp_joints)(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                       const int32_t* index, int32_t num_joints);

  /* The same with the normalised linear blend in place of slerp.
   * Source: Slerping Clock Cycles, section 4. */
  void (*lerp_joints)(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                      const int32_t* index, int32_t num_joints);

  /* Bring a skeleton together.
   *   parents   num_bones entries, read: an earlier bone, or -1 for a root
   *   locals    num_bones matrices, read: bone to parent
   *   combined  num_bones matrices, written: local * the parent's combined, bone to model
   *   offset    num_bones matrices, written: the inverse of combined, model to bone
   * All matrices are 16-byte aligned; no two arrays overlap. Returns -1; or the number of the first
   * bone whose local matrix is not finite and affine, or is singular (of nearly singular ones
   * either answer is right). The
   * bones before it are complete, and nothing is written for it and those behind it.
   * Source: a textbook chapter on skinned meshes in Direct3D 9, on bone offset matrices. */
  int32_t (*bone_offset_matrices)(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
                                  const ulna_mat44* locals, int32_t num_bones);

  /* Make the palette of a pose: palette[i] = offset[i] * bones[i], for any 4x4 matrices.
   *   palette, offset, bones  num_bones matrices each, 16-byte aligned, without overlap */
  void (*combine_bones)(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
                        int32_t num_bones);

  /* Skin a mesh with any number of influences per vertex.
   *   dst, src         num_vertices vertices, dst_stride and src_stride bytes apart: a position of
   *                    three floats, and if has_normals is 1 (else it is 0) a normal of three
   *                    floats behind it. The strides are multiples of 4, at least 12, with normals
   *                    24; dst and src are 4-byte aligned and do not overlap. Nothing of dst is
   *                    written but these floats, nothing of src is read but these: behind those of
   *                    the last vertex the memory may end.
   *   palette          the matrix of each bone, 16-byte aligned, read; column 3 takes no part
   *   normal_palette   the same for normals, commonly the inverse transposes; NULL: palette. Row 3
   *                    and column 3 take no part in normals
   *   first_influence  num_vertices + 1 entries, read
   *   influences       the influences, 4-byte aligned, read
   * position = sum of weight * (position, 1) * M, and normal likewise without the translation, over
   * the influences whose weight is not below min_influence (so that 0 leaves negative weights out).
   * Nothing is renormalised; a vertex of which no influence counts gets zeros, whatever it holds.
   */
  void (*update_skinned_mesh)(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                              int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
                              const ulna_mat44* normal_palette, const uint32_t* first_influence,
                              const ulna_influence* influences, float min_influence);

  /* Blend vertices as the non-indexed pipeline does.
   *   dst       num_vertices vertices, written
   *   src       num_vertices vertices, read: of weights the first num_weights (0 to 3), of indices
   *             nothing
   *   matrices  num_weights + 1 matrices, 16-byte aligned, read; column 3 takes no part
   * Weight k belongs to matrix k. The last matrix gets 1 - (w0 + w1 + ...), in float, added from
   * left to right. Normals are blended with the same matrices without their row 3. */
  void (*blend_vertices)(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
                         const ulna_mat44* matrices, int32_t num_weights);

  /* The same with a palette of up to 256 matrices: weight k belongs to the matrix indices[k]; of
   * the indices the first num_weights + 1 are read. */
  void (*blend_vertices_indexed)(ulna_mesh_vertex* dst, const ulna_blend_vertex* src,
                                 int32_t num_vertices, const ulna_mat44* palette,
                                 int32_t num_weights);

  /* Tween two key meshes: every float of dst is a (1 - t) + b t, for any t.
   *   dst, a, b  num_vertices vertices each, 4-byte aligned, without overlap */
  void (*tween_verts)(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                      float t, int32_t num_vertices);

  /* Derive the bitangents that vertices do not store: tangent.w * (normal x tangent).
   *   bitangents  num_verts vectors, 16-byte aligned: 12 bytes at x, y, z of each are written
   *   verts       num_verts vertices, read
   * Source: Fast Skinning, section 2. */
  void (*derive_bitangents)(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts);

  /* Cut a skinned mesh into subsets of few bones. What makes a conversion valid:
   * docs/conversion.md. Non-indexed: weight k of a vertex belongs to bone k of its subset. Source:
   * the same chapter, and the documentation of D3DX. Returns one of the codes above. */
  int32_t (*convert_to_blended_mesh)(const ulna_skinned_mesh* mesh,
                                     const ulna_conversion_limits* limits,
                                     const ulna_blended_mesh* out, ulna_conversion_counts* counts);

  /* The same for a palette: weight k of a vertex belongs to bone indices[k] of its subset. */
  int32_t (*convert_to_indexed_blended_mesh)(const ulna_skinned_mesh* mesh,
                                             const ulna_conversion_limits* limits,
                                             const ulna_blended_mesh* out,
                                             ulna_conversion_counts* counts);

  /* --- Pieces of kernels, `ulna sweep` --------------------------------------------------------
   * Functions of floats, for n arguments at a time. `ulna sweep` calls them for every argument, or
   * for a dense set, and judges the errors; `ulna certify` does not. All arrays have n floats, are
   * 4-byte aligned and do not overlap; `out` is written. Beyond the domain any value is right, but
   * a call must return. */

  /* out[i] = 1 / sqrt(in[i]), with a relative error of at most 3.81e-7.
   *   in  positive normal floats
   * Source: Slerping Clock Cycles, sections 5 and 6, and appendix A. */
  void (*reciprocal_sqrt)(float* out, const float* in, int32_t n);

  /* out[i] = sin(in[i]), with an error of at most 2.2e-7.
   *   in  from 0 to the float next to pi/2, 0x1.921fb6p+0, which is above it
   * Source: the same. */
  void (*sin_zero_half_pi)(float* out, const float* in, int32_t n);

  /* out[i] = the arc tangent of y[i] / x[i], from 0 to pi/2, with an error of at most 2^-21.
   *   y, x  zero or positive, the larger of the two from 2^-125 to 2^125
   * Source: the same. */
  void (*atan_positive)(float* out, const float* y, const float* x, int32_t n);

  /* --- Streams of vertices, sorted by their number of influences ------------------------------ */

  /* Skin streams of positions and normals. counts[0] vertices of one influence come first, then
   * counts[1] of two, counts[2] of three and counts[3] of four; n is the sum, and a group may be
   * empty. No array has 2^31 elements or more.
   *   positions      n vectors, written: all 16 bytes of each
   *   normals        the same for normals; NULL: there are none, and src_normals is NULL too
   *   src_positions  n vectors, read
   *   src_normals    n vectors, read; NULL where normals is
   *   palette        up to 65536 matrices, read
   *   joint_indices  k entries for each vertex of k influences, one after the other, read: numbers
   *                  of matrices; 2-byte aligned
   *   joint_weights  the same, but none for the vertices of one influence, whose weight is 1, read
   *   counts         read
   * The four streams and the palette are 16-byte aligned, and what is written overlaps nothing.
   * positions[i] = sum over the vertex's influences of weight * (src_positions[i] * M), normals
   * likewise with src_normals: all four components of the source take part, and all four of the
   * result are owed. So w says how much of the translation a vector gets, 1 for positions and 0 for
   * normals. Weights may be zero, negative and of any sum; nothing is renormalised.
   * Source: Adventures in data-oriented design, part 4: Skinning it to 11 (the Molecule engine). */
  void (*skin_sorted_verts)(ulna_vec4* positions, ulna_vec4* normals,
                            const ulna_vec4* src_positions, const ulna_vec4* src_normals,
                            const ulna_mat44* palette, const uint16_t* joint_indices,
                            const float* joint_weights, const int32_t counts[4]);

  /* --- Distant models --------------------------------------------------------------------------
   */

  /* transform_verts_and_tangents with the first influence of each vertex only, as if its weight
   * were 1: each output is M * its base vector.
   *   weights  read: of each vertex the first entry, whose next_vertex_offset leads to the first of
   *            the next vertex; the `weight` members take no part
   * All else is as there. Source: Fast Skinning, section 2. */
  void (*transform_verts_and_tangents_lod)(ulna_vertex* verts, int32_t num_verts,
                                           const ulna_joint_mat* joints, const ulna_vec4* base,
                                           const ulna_joint_weight* weights, int32_t num_weights);

  /* --- Vertices that all have the same number of influences -------------------------------------
   * Row vectors: v' = v * M. Source: L. Davies, Optimized CPU-based Skinning for 3D Games, 2004. */

  /* Skin positions and normals that are arrays of structures, as a mesh is loaded.
   *   dst            num_verts vertices, written: all 24 bytes of each
   *   positions      num_verts times three floats, read
   *   normals        num_verts times three floats of any length, read
   *   palette        up to 256 matrices, 16-byte aligned, read; column 3 takes no part
   *   joint_indices  num_influences entries for each vertex, read: numbers of matrices; 1-byte
   *                  aligned
   *   joint_weights  num_influences entries for each vertex, read
   *   num_influences  1 to 4
   * What is written overlaps nothing. position = sum of weight * (position, 1) * M over the
   * vertex's influences. normal has the direction of the sum of weight * normal * M without its row
   * 3, and is of unit length, as near as RSQRTPS alone brings it: within 1.5 * 2^-12 and a few
   * roundings. Weights may be zero, negative and of any sum. */
  void (*skin_aos_verts)(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                         const ulna_mat44* palette, const uint8_t* joint_indices,
                         const float* joint_weights, int32_t num_influences, int32_t num_verts);

  /* Bring a palette into the order of skin_soa_verts, once for each frame: row r of joints[i] is
   * column r of palette[i], bit by bit, for the first three.
   *   joints, palette  num_joints matrices each, 16-byte aligned, without overlap; of joints all
   *                    is written, column 3 of palette is not needed */
  void (*reorder_palette)(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints);

  /* skin_aos_verts for a structure of arrays and a palette that is reordered.
   *   src      six streams of num_verts floats, 16-byte aligned, read; nothing lies behind them
   *   joints   up to 256 matrices, 16-byte aligned, read
   * All else is as there. */
  void (*skin_soa_verts)(ulna_mesh_vertex* dst, const ulna_soa_verts* src,
                         const ulna_joint_mat* joints, const uint8_t* joint_indices,
                         const float* joint_weights, int32_t num_influences, int32_t num_verts);

  /* --- Vertices that all have four influences ---------------------------------------------------
   * Row vectors: v' = v * M. What skin_sorted_verts begins as in its source, step by step. */

  /* Skin whole vertices, and copy what is not skinned.
   *   dst            num_verts vertices, written: all 32 bytes of each
   *   src            num_verts vertices, read
   *   palette        up to 65536 matrices, 16-byte aligned, read; column 3 takes no part
   *   joint_indices  four entries for each vertex, read: numbers of matrices; 2-byte aligned
   *   joint_weights  four entries for each vertex, read; where a vertex has fewer influences the
   *                  others are zero
   * What is written overlaps nothing. position = sum of weight * (position, 1) * M over the
   * vertex's influences. normal = sum of weight * normal * M without its row 3, not renormalised.
   * uv keeps every bit. Weights may be zero, negative and of any sum.
   * Source: Adventures in data-oriented design, part 4: Skinning it to 11, "First implementation".
   */
  void (*skin_interleaved_verts)(ulna_textured_vertex* dst, const ulna_textured_vertex* src,
                                 const ulna_mat44* palette, const uint16_t* joint_indices,
                                 const float* joint_weights, int32_t num_verts);

  /* The same for the stream of what is skinned; the rest is not touched at all.
   *   dst, src  num_verts vertices of 24 bytes
   * Source: the same, "Splitting streams". */
  void (*skin_split_verts)(ulna_mesh_vertex* dst, const ulna_mesh_vertex* src,
                           const ulna_mat44* palette, const uint16_t* joint_indices,
                           const float* joint_weights, int32_t num_verts);

  /* --- Single quaternions, as a mathematics library has them -----------------------------------
   */

  /* Blend two quaternions by spherical linear interpolation along the shorter arc.
   *   a, b  x, y, z, w of unit quaternions, 4-byte aligned, read; may be one and the same
   *   t     from 0 to 1. For any other, nothing is said about the values of out
   *   out   all four floats, written; may be a itself where that is not b too, and must not
   *         otherwise overlap a or b
   * At t = 1 this is the end that lies nearer, b or -b. As for slerp_joints the quaternions may
   * have been blended before, and norms must not drift farther from 1 than roundings take them.
   * Source: Slerping Clock Cycles, section 3. */
  void (*slerp)(const float a[4], const float b[4], float t, float out[4]);

  /* The same with the normalised linear blend in place of slerp.
   * Source: Slerping Clock Cycles, section 4. */
  void (*nlerp)(const float a[4], const float b[4], float t, float out[4]);

  /* --- Bringing a mesh into the order of skin_sorted_verts --------------------------------------
   */

  /* Sort vertices by their number of influences, once, when a mesh is loaded: those of one
   * influence first, then those of two, three and four, and those of one number in the order that
   * they had. Whatever belongs to vertex v moves to places[v].
   *   places          num_verts numbers, written: the new number of each vertex
   *   new_indices     num_indices numbers, written: new_indices[k] = places[indices[k]]
   *   counts          written: how many vertices have one, two, three and four influences
   *   num_influences  num_verts numbers, read: 1 to 4; 1-byte aligned
   *   indices         num_indices numbers of vertices, read: of a list, a strip or a fan
   * What is written overlaps nothing. A vertex that no index names has its place too. Without
   * vertices all counts are written as 0.
   * Source: Adventures in data-oriented design, part 4: Skinning it to 11. */
  void (*sort_verts_by_influences)(uint32_t* places, uint32_t* new_indices, int32_t counts[4],
                                   const uint8_t* num_influences, const uint32_t* indices,
                                   int32_t num_verts, int32_t num_indices);

  /* --- Planning how a device draws --------------------------------------------------------------
   * docs/drawing.md has the rules. Source: a textbook chapter on skinned meshes in Direct3D 9. */

  /* Choose for each mesh the form of the pipeline's vertex blending, and the size of its subsets.
   *   blendings  num_skins elements, written
   *   device     read; vertex_processing 0 to 2
   *   skins      num_skins elements, read
   * What is written overlaps nothing. */
  void (*choose_blending)(ulna_blending* blendings, const ulna_device* device,
                          const ulna_skin_size* skins, int32_t num_skins);

  /* Say for each subset of a converted mesh in which pass the device draws it, and how many weights
   * it reads of a vertex.
   *   draws           num_subsets elements, written
   *   device          read; vertex_processing 0 to 2
   *   bones           num_subsets rows of table_width entries, read: a row of the bone combination
   *                   table, padded with UINT32_MAX
   *   table_width     1 to 4, in the indexed form to 256
   *   max_influences  1 to 4, as ulna_conversion_counts has it; of the indexed form alone
   *   indexed, has_normals  0 or not
   * What is written overlaps nothing. Returns the first subset of the software pass, or num_subsets
   * where there is none. */
  int32_t (*plan_draws)(ulna_draw* draws, const ulna_device* device, const uint32_t* bones,
                        int32_t num_subsets, int32_t table_width, int32_t max_influences,
                        int32_t indexed, int32_t has_normals);

  /* --- Before a mesh is converted ---------------------------------------------------------------
   */

  /* Find the face beyond each edge, as a conversion takes it.
   *   adjacency  3 * num_faces numbers, written: the face beyond edge k (corner k to corner k+1) of
   *              each face, UINT32_MAX where there is none
   *   positions  num_verts positions of three floats, 4-byte aligned, read
   *   indices    3 * num_faces numbers of vertices, read
   *   epsilon    vertices that are nearer to each other are one point, however distances are
   *              measured: docs/conversion.md has the meshes of which that is judged; with 0
   *              those whose positions are equal
   * Faces are neighbours over an edge that leads from one point to another in the one, and back in
   * the other. Where several could be, or two lead the same way, any face with the edge is right,
   * and so is none. What is written overlaps nothing. Returns 0, or where memory cannot be had
   * ULNA_OUT_OF_MEMORY, which is judged as a wrong result.
   * Source: a textbook chapter on skinned meshes in Direct3D 9, and the documentation of D3DX. */
  int32_t (*generate_adjacency)(uint32_t* adjacency, const float* positions,
                                const uint32_t* indices, int32_t num_verts, int32_t num_faces,
                                float epsilon);

  /* --- Positions of distant models --------------------------------------------------------------
   */

  /* Skin positions by the first influence of each vertex, as if its weight were 1. Arguments as
   * for transform_verts: base is multiplied by the weights already, and base.w is the weight.
   * position.xyz = (M * base) / base.w of the first entry; of the others nothing takes part.
   * Source: Fast Skinning, sections 2 and 3. */
  void (*transform_verts_lod)(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                              const ulna_vec4* base, const ulna_joint_weight* weights,
                              int32_t num_weights);

  /* --- Vertices in any format of Direct3D 9 ----------------------------------------------------
   */

  /* blend_vertices and blend_vertices_indexed for vertices as D3DFVF describes them, one behind the
   * other in this order, all 4-byte aligned:
   *   position  three floats
   *   weights   stored_weights floats, 0 to 3
   *   indices   where `indexed` is not 0, four bytes: that of weight k is byte k, so that the
   *             lowest bits of a little-endian DWORD are the index of weight 0
   *   normal    where `has_normals` is not 0, three floats
   *   others    whatever there is until the next vertex, such as texture coordinates
   * D3DFVF_XYZBn with D3DFVF_LASTBETA_UBYTE4 stores n - 1 weights and the indices, without it n
   * weights.
   *   dst       num_vertices vertices, dst_stride bytes apart, 4-byte aligned: a position and, with
   *             normals, a normal behind it are written, and nothing else
   *   src       num_vertices vertices, src_stride bytes apart, 4-byte aligned, read: what lies
   *             between them may be read, too, but behind the last one the memory may end
   *   num_weights  0 to stored_weights: how many weights count, the first ones; the last matrix
   *             gets what they leave of 1, as in blend_vertices
   *   matrices  without indices num_weights + 1; with indices a palette of up to 256; 16-byte
   *             aligned, read; column 3 takes no part
   * Strides are multiples of 4, src_stride no less than what of a vertex is listed above,
   * dst_stride no less than 12, with normals 24. Weights may be zero, negative and of any sum;
   * those that do not count, and all that lies between vertices, may be NaN. What is written
   * overlaps nothing. Position and normal are those of blend_vertices and blend_vertices_indexed.
   */
  void (*blend_vertex_buffer)(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                              int32_t num_vertices, int32_t stored_weights, int32_t num_weights,
                              int32_t indexed, int32_t has_normals, const ulna_mat44* matrices);

  /* --- What the port promises in place of the whole contract ------------------------------------
   * Names of profiles with commas between them, such as "weights-sum-to-one, aligned-64": of each
   * operation the port then owes what it owes under those of them that say something about it.
   * `ulna contract --profile` prints them. NULL or "": the whole contract. */
  const char* profiles;
} ulna_port; /* new operations are appended; a NULL member means "not implemented" */

/* The one function that a port exports: the description of the port, valid as long as the library
 * is loaded. NULL means that the port cannot be used. */
#if defined(_WIN32)
__declspec(dllexport)
#elif defined(__GNUC__)
__attribute__((visibility("default")))
#endif
    const ulna_port* ulna_port_v1(void);

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

typedef char ulna_check_mat44[sizeof(ulna_mat44) == 64 ? 1 : -1];
typedef char ulna_check_mesh_vertex[sizeof(ulna_mesh_vertex) == 24 ? 1 : -1];
typedef char ulna_check_influence[sizeof(ulna_influence) == 8 ? 1 : -1];
typedef char ulna_check_blend_vertex[sizeof(ulna_blend_vertex) == 40 &&
                                             offsetof(ulna_blend_vertex, indices) == 24 &&
                                             offsetof(ulna_blend_vertex, normal) == 28
                                         ? 1
                                         : -1];
typedef char ulna_check_textured_vertex
    [sizeof(ulna_textured_vertex) == 32 && offsetof(ulna_textured_vertex, uv) == 24 ? 1 : -1];
typedef char ulna_check_soa_verts[sizeof(ulna_soa_verts) == 6 * sizeof(float*) ? 1 : -1];
typedef char ulna_check_blended_vertex[sizeof(ulna_blended_vertex) == 20 ? 1 : -1];
typedef char ulna_check_subset[sizeof(ulna_subset) == 20 ? 1 : -1];
typedef char ulna_check_counts[sizeof(ulna_conversion_counts) == 20 ? 1 : -1];

#endif
