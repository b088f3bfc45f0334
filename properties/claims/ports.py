"""Calls the ports that this build made, directly: they are our own, and nothing is judged here. What a
stranger's port may do is the judge's business, in a process of its own."""
import ctypes as c
import math

from row import Unusable

F = c.POINTER(c.c_float)
I = c.POINTER(c.c_int32)
N = c.c_int32
B = c.POINTER(c.c_uint8)
U = c.POINTER(c.c_uint32)
MIXED = 2  # vertices can be processed in hardware and in software
FORMS = ("none", "non-indexed", "indexed")
UNUSED = 0xffffffff
SKIN = c.CFUNCTYPE(None, F, N, F, F, c.c_void_p, N)
BLEND = c.CFUNCTYPE(None, F, F, c.c_float, I, N)
PIECE = c.CFUNCTYPE(None, F, F, N)
H = c.POINTER(c.c_uint16)
UNIFORM = c.CFUNCTYPE(None, F, F, F, F, B, F, N, N)
SKIN_WHOLE = c.CFUNCTYPE(None, F, F, F, H, F, N)


class Port(c.Structure):
    """The beginning of ulna_port; struct_size says how much of it there is."""
    _fields_ = [("struct_size", c.c_uint32), ("name", c.c_char_p), ("cpu_features", c.c_char_p),
                ("transform_verts", SKIN), ("transform_verts_and_tangents", SKIN),
                ("slerp_joints", BLEND), ("lerp_joints", BLEND),
                ("bone_offset_matrices", c.CFUNCTYPE(N, F, F, I, F, N)),
                ("combine_bones", c.CFUNCTYPE(None, F, F, F, N)),
                ("update_skinned_mesh", c.CFUNCTYPE(None, F, N, F, N, N, N, F, F,
                                                    c.POINTER(c.c_uint32), c.c_void_p, c.c_float)),
                ("blend_vertices", c.CFUNCTYPE(None, F, c.c_void_p, N, F, N)),
                ("others", c.c_void_p * 5),  # blend_vertices_indexed to convert_to_indexed_blended_mesh
                ("reciprocal_sqrt", PIECE), ("pieces", c.c_void_p * 2),
                ("skin_sorted_verts", c.CFUNCTYPE(None, F, F, F, F, F, H, F, I)),
                ("transform_verts_and_tangents_lod", SKIN), ("skin_aos_verts", UNIFORM),
                ("reorder_palette", c.CFUNCTYPE(None, F, F, N)),
                ("skin_soa_verts", c.CFUNCTYPE(None, F, c.c_void_p, F, B, F, N, N)),
                ("skin_interleaved_verts", SKIN_WHOLE), ("skin_split_verts", SKIN_WHOLE),
                ("rest", c.c_void_p * 3),  # slerp to sort_verts_by_influences
                ("choose_blending", c.CFUNCTYPE(None, U, U, U, N)),
                ("plan_draws", c.CFUNCTYPE(N, U, U, U, N, N, N, N, N))]


class Influence(c.Structure):
    _fields_ = [("bone", c.c_uint32), ("weight", c.c_float)]


class BlendVertex(c.Structure):
    _fields_ = [("position", c.c_float * 3), ("weights", c.c_float * 3), ("indices", c.c_uint8 * 4),
                ("normal", c.c_float * 3)]


class SoaVerts(c.Structure):
    _fields_ = [(name, F) for name in ("x", "y", "z", "nx", "ny", "nz")]


class JointWeight(c.Structure):
    _fields_ = [("weight", c.c_float), ("joint", c.c_int32), ("next", c.c_int32)]


def aligned(values, beyond=0, line=16):
    """Floats at a multiple of 16, as the contracts ask, or so many bytes beyond a multiple of `line`; keeps its
    memory alive."""
    raw = c.create_string_buffer(4 * len(values) + line + beyond)
    start = -c.addressof(raw) % line + beyond
    array = (c.c_float * len(values)).from_buffer(raw, start)
    array[:] = values
    return array


def translation(x, y, z=0.0):
    """A ulna_mat44: row vectors."""
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]


class Library:
    def __init__(self, path):
        try:
            library = c.CDLL(str(path))
        except OSError as e:
            raise Unusable(f"cannot load {path}: {e}") from e
        entry = library.ulna_port_v1
        entry.restype = c.POINTER(Port)
        self.port = entry().contents

    def blend(self, operation, pairs, t):
        """The quaternions that pairs of quaternions are blended to, in one call."""
        joints = aligned([x for a, _ in pairs for x in (*a, 0, 0, 0, 0)])
        towards = aligned([x for _, b in pairs for x in (*b, 0, 0, 0, 0)])
        index = (c.c_int32 * len(pairs))(*range(len(pairs)))
        getattr(self.port, operation)(joints, towards, t, index, len(pairs))
        return [tuple(joints[8 * i:8 * i + 4]) for i in range(len(pairs))]

    def skin_one(self, joint, base):
        """The tangent of one vertex on one joint; base: position, normal and tangent."""
        verts = aligned([0.0] * 12)
        weight = JointWeight(1.0, 0, c.sizeof(JointWeight))
        self.port.transform_verts_and_tangents(verts, 1, aligned(joint), aligned(base),
                                               c.byref(weight), 1)
        return tuple(verts[8:11])

    def offsets(self, parents, locals_):
        """Bone offset matrices, 16 floats each."""
        n = len(parents)
        combined, offset = aligned([0.0] * 16 * n), aligned([0.0] * 16 * n)
        bad = self.port.bone_offset_matrices(combined, offset, (c.c_int32 * n)(*parents),
                                             aligned(sum(locals_, [])), n)
        if bad != -1:
            raise Unusable(f"port {self.port.name.decode()} says that bone {bad} is singular")
        return list(offset)

    def combined(self, offsets, bones):
        palette = aligned([0.0] * len(bones))
        self.port.combine_bones(palette, aligned(offsets), aligned(bones), len(bones) // 16)
        return list(palette)

    def skinned(self, point, palette, weights, normal=None, normal_palette=None):
        """Where update_skinned_mesh takes a vertex; with a normal, that too."""
        vertex = (c.c_float * 6)(*point, *(normal or (0, 0, 0)))
        out = (c.c_float * 6)()
        first = (c.c_uint32 * 2)(0, len(weights))
        influences = (Influence * len(weights))(*[Influence(i, w) for i, w in enumerate(weights)])
        self.port.update_skinned_mesh(out, 24, vertex, 24, 1, int(normal is not None),
                                      aligned(palette),
                                      aligned(normal_palette) if normal_palette else None, first,
                                      c.cast(influences, c.c_void_p), 0.0)
        return tuple(out[:6] if normal else out[:3])

    def blended(self, point, matrices, weights):
        """Where blend_vertices takes a vertex; of the weights the last is not stored."""
        vertex = BlendVertex()
        vertex.position[:], vertex.weights[:len(weights)] = point, weights
        out = (c.c_float * 6)()
        self.port.blend_vertices(out, c.byref(vertex), 1, aligned(matrices), len(weights))
        return tuple(out[:3])

    def blending(self, last_index, face_bones, bones):
        """What choose_blending says of a mesh with normals, on a device of either processing whose hardware
        has no non-indexed form."""
        out = (c.c_uint32 * 3)()
        self.port.choose_blending(out, (c.c_uint32 * 3)(1, last_index, MIXED),
                                  (c.c_uint32 * 3)(bones, face_bones, 1), 1)
        form, software, max_bones = out
        return {"form": FORMS[form], "software": bool(software), "max_bones": max_bones}

    def blend_weights(self, bones):
        """The weights that plan_draws sets for a subset of the non-indexed form, None where a slot is
        unused."""
        row = (c.c_uint32 * len(bones))(*[UNUSED if bone is None else bone for bone in bones])
        draw = (c.c_uint32 * 2)()
        self.port.plan_draws(draw, (c.c_uint32 * 3)(len(bones), 0, MIXED), row, 1, len(bones), 0, 0, 1)
        return draw[1]


def floats(values):
    return tuple((c.c_float * len(values))(*values))


def angle(a, b):
    """Between two quaternions, without the loss of an arc cosine."""
    return 2 * math.atan2(math.hypot(*[x - y for x, y in zip(a, b)]),
                          math.hypot(*[x + y for x, y in zip(a, b)]))
