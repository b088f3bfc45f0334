"""What the sources skin, for direct calls of ports. All of it is made with a seed, the same in every run."""
import ctypes as c
import math
import random

from ports import Influence, JointWeight, SoaVerts, aligned, translation


def vectors(r, count):
    return [[r.gauss(0, 1) for _ in range(3)] for _ in range(count)]


def unit(values):
    norm = math.hypot(*values)
    return [x / norm for x in values]


def palette(r, joints):
    return [x for _ in range(joints) for x in translation(r.gauss(0, 1), r.gauss(0, 1))]


class Character:
    """Vertices with normals on 64 joints, sorted by their influences: counts[k - 1] of them have k. Its
    layouts are calls of one operation, as (operation, arguments)."""
    JOINTS = 64

    def __init__(self, counts, seed=1):
        r = random.Random(seed)
        self.counts, self.vertices = counts, sum(counts)
        self.positions, self.normals = vectors(r, self.vertices), vectors(r, self.vertices)
        entries = [k for k, count in enumerate(counts, 1) for _ in range(count)]
        joints = [r.randrange(self.JOINTS) for k in entries for _ in range(k)]
        weights = [1 / k for k in entries if k > 1 for _ in range(k)]
        self.influences = (aligned(palette(r, self.JOINTS)), (c.c_uint16 * len(joints))(*joints),
                           (c.c_float * len(weights))(*weights))

    def sorted(self):
        """Streams of four floats, a loop for each number of influences."""
        def stream(vectors, w):
            return aligned([x for vector in vectors for x in (*vector, w)])
        written = [aligned([0.0] * 4 * self.vertices) for _ in range(2)]
        return "skin_sorted_verts", (*written, stream(self.positions, 1.0), stream(self.normals, 0.0),
                                     *self.influences, (c.c_int32 * 4)(*self.counts))

    def split(self):
        """What is skinned, three floats for each vector. All vertices have to have four influences."""
        return self._whole("skin_split_verts", ())

    def interleaved(self):
        """The same with what is not skinned."""
        return self._whole("skin_interleaved_verts", (0.5, 0.25))

    def _whole(self, operation, rest):
        source = aligned([x for position, normal in zip(self.positions, self.normals)
                          for x in (*position, *normal, *rest)])
        return operation, (aligned([0.0] * len(source)), source, *self.influences, self.vertices)


def shared_out(shares, vertices):
    """A character of four influences, of which the printed shares (of 4, 3, 2 and 1) weigh something, in random
    order: arguments of skin_sorted_verts."""
    r = random.Random(3)
    shape = Character((0, 0, 0, vertices))
    operation, arguments = shape.sorted()
    kinds = r.choices((4, 3, 2, 1), weights=[int(share) for share in shares], k=vertices)
    weights = [x for k in kinds for x in [1 / k] * k + [0.0] * (4 - k)]
    return operation, (*arguments[:6], (c.c_float * len(weights))(*weights), arguments[7])


def counted_out(shares, vertices):
    """The same with the number of influences before the four joints of each vertex."""
    operation, arguments = shared_out(shares, vertices)
    *before, joints, weights, counts = arguments
    numbered = [n for v in range(vertices)
                for n in (sum(w > 0 for w in weights[4 * v:4 * v + 4]), *joints[4 * v:4 * v + 4])]
    return operation, (*before, (c.c_uint16 * len(numbered))(*numbered), weights, counts)


class Strided:
    """Calls of update_skinned_mesh: vertices of four influences, so many bytes of a vertex that is not skinned."""
    INFLUENCES = 4

    def __init__(self, vertices, unskinned):
        r = random.Random(6)
        self.stride = 24 + unskinned
        floats = vertices * self.stride // 4
        self.source, self.skinned = (aligned([r.gauss(0, 1) for _ in range(floats)]) for _ in range(2))
        self.palette = aligned(palette(r, Character.JOINTS))
        self.first = (c.c_uint32 * (vertices + 1))(*range(0, self.INFLUENCES * vertices + 1, self.INFLUENCES))
        self.influences = (Influence * (self.INFLUENCES * vertices))(*[
            Influence(r.randrange(Character.JOINTS), 1 / self.INFLUENCES)
            for _ in range(self.INFLUENCES * vertices)])

    def call(self, vertices):
        return "update_skinned_mesh", (self.skinned, self.stride, self.source, self.stride, vertices, 1, self.palette,
                                       None, self.first, c.cast(self.influences, c.c_void_p), 0.0)


class Cylinder:
    """One of Davies': `influences` of each vertex. Calls of its vertices, or of none, as arguments."""
    VERTICES, JOINTS = 2048, 30

    def __init__(self, influences):
        r = random.Random(2)
        n, k = self.VERTICES, influences
        self.influences = k
        self.positions, self.normals = vectors(r, n), vectors(r, n)
        self.palette = aligned(palette(r, self.JOINTS))
        self.ordered = aligned([0.0] * 12 * self.JOINTS)
        self.by = ((c.c_uint8 * (n * k))(*[r.randrange(self.JOINTS) for _ in range(n * k)]),
                   (c.c_float * (n * k))(*[1 / k] * (n * k)), k)
        self.skinned = (c.c_float * (6 * n))()
        self.streams = [aligned([v[i] for v in given])
                        for given in (self.positions, self.normals) for i in range(3)]
        self.soa_verts = SoaVerts(*[c.cast(stream, c.POINTER(c.c_float)) for stream in self.streams])

    def aos(self, vertices):
        def flat(given):
            return (c.c_float * (3 * len(given)))(*sum(given, []))
        return (self.skinned, flat(self.positions), flat(self.normals), self.palette, *self.by, vertices)

    def reorder(self, joints):
        return self.ordered, self.palette, joints

    def soa(self, vertices):
        return self.skinned, c.byref(self.soa_verts), self.ordered, *self.by, vertices


def weighted_verts(vertices, influences, joints, beyond=0):
    """Arguments of transform_verts, or of the other three operations of its family, and the same of no vertices:
    the base vectors are enough for one of each influence, and for three of each vertex. Vertices begin so many bytes
    behind a cache line."""
    r = random.Random(4)
    count = vertices * influences
    weights = (JointWeight * count)(*[
        JointWeight(1 / influences, 48 * r.randrange(joints), 12 * (influences - i % influences))
        for i in range(count)])
    verts = aligned([0.0] * 12 * vertices, beyond, 64)
    rest = (aligned([r.gauss(0, 1) for _ in range(12 * joints)]),
            aligned([r.gauss(0, 1) for _ in range(4 * max(count, 3 * vertices))]), c.byref(weights), count)
    return (verts, vertices, *rest), (verts, 0, *rest)


def poses(joints, beyond=0):
    """Arguments of slerp_joints: a pose towards another and then towards a third, so that it never comes to
    rest; and the same of no joints. Lists begin so many bytes behind a cache line."""
    r = random.Random(5)

    def joint():
        return *unit([r.gauss(0, 1) for _ in range(4)]), 0, 0, 0, 1
    pose, *aims = [aligned([x for _ in range(joints) for x in joint()], beyond, 64) for _ in range(3)]
    index = (c.c_int32 * joints)(*range(joints))
    return [[(pose, aim, 0.3, index, count) for aim in aims] for count in (joints, 0)]
