"""Rows: what formulas of the sources cost, counted, and how many terms a polynomial takes."""
import math
import re
import struct

from row import FALSE, HOLDS, NOT_HERE, Row

FINE = 2.0**-21  # what `ulna contract` asks of atan_positive
MOST_TERMS = 400
ANGLES = 20_000


class Counted(float):
    """A number that counts what is done with it."""
    operations = 0

    def _counts(name):  # pylint: disable=no-self-argument
        def operation(self, other):
            Counted.operations += 1
            return Counted(getattr(float, name)(self, other))
        return operation

    __add__, __sub__, __mul__ = map(_counts, ("__add__", "__sub__", "__mul__"))


def count(function, *shapes):
    Counted.operations = 0
    function(*[[Counted(i + 1) for i in range(n)] for n in shapes])
    return Counted.operations


# --- Quaternions against matrices --------------------------------------------------------------

def quaternion_product(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def matrix_product(a, b):
    return [a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c]
            for r in range(3) for c in range(3)]


def matrix_of(q):
    x, y, z, w = q
    x2, y2, z2, one = x + x, y + y, z + z, Counted(1)
    xx, yy, zz, xy, xz, yz = x * x2, y * y2, z * z2, x * y2, x * z2, y * z2
    wx, wy, wz = w * x2, w * y2, w * z2
    return [one - (yy + zz), xy - wz, xz + wy, xy + wz, one - (xx + zz), yz - wx, xz - wy, yz + wx,
            one - (xx + yy)]


def cost_of_quaternions(_tools):
    return {"a product of quaternions": count(quaternion_product, 4, 4),
            "a product of matrices": count(matrix_product, 9, 9),
            "a matrix of a quaternion": count(matrix_of, 4)}


def cheaper(m):
    quaternions, matrices, conversion = m.values()
    return HOLDS if quaternions < matrices and conversion < matrices else FALSE


SWIZZLE = ("movaps", "unpcklps", "unpckhps", "addps", "movaps", "movlhps", "movhlps", "addps")


# --- Section 3 against section 4 of Fast Skinning ------------------------------------------------

VECTORS, MOST_INFLUENCES = 3, 4


def times_vector(m, v):
    return [m[4 * r] * v[0] + m[4 * r + 1] * v[1] + m[4 * r + 2] * v[2] + m[4 * r + 3] * v[3] for r in range(3)]


def added(a, b):
    return [x + y for x, y in zip(a, b)]


def vector_for_each(influences, vectors=VECTORS):
    """Section 3: base vectors that are multiplied by the weights already."""
    def vertex(*matrices):
        for vector in range(vectors):
            out = None
            for m in matrices:
                one = times_vector(m, [Counted(vector + i) for i in range(4)])
                out = added(out, one) if out else one
    return count(vertex, *[12] * influences)


def matrix_for_all(influences, vectors=VECTORS):
    """Section 4."""
    def vertex(*matrices):
        out = None
        for m in matrices:
            one = [Counted(0.5) * x for x in m]
            out = added(out, one) if out else one
        for _ in range(vectors):
            times_vector(out, [Counted(i) for i in range(4)])
    return count(vertex, *[12] * influences)


def sections(_tools):
    return {str(k): [vector_for_each(k), matrix_for_all(k)] for k in range(1, MOST_INFLUENCES + 1)}


def sections_text(m):
    return "; ".join(f"{k} influence{'s' * (k != '1')}: {third} operations by section 3, {fourth} by section 4"
                     for k, (third, fourth) in m.items())


def sections_verdict(m):
    fewer = [k for k, (third, fourth) in m.items() if fourth < third]
    return HOLDS if len(fewer) == len(m) else f"{HOLDS} with more influences than one" \
        if fewer == list(m)[1:] else FALSE


def one_vector_more(_tools):
    def of(form, influences):
        return form(influences, VECTORS) - form(influences, VECTORS - 1)
    return {str(k): [of(vector_for_each, k), of(matrix_for_all, k)] for k in range(1, MOST_INFLUENCES + 1)}


def one_vector_verdict(m):
    direct, collapsed = zip(*m.values())
    return HOLDS if len(set(collapsed)) == 1 and all(a < b for a, b in zip(direct, direct[1:])) else FALSE


# --- Polynomials -------------------------------------------------------------------------------

def interpolation_error(function, terms, end):
    """The largest error of the polynomial through the Chebyshev nodes, from 0 to `end`, of so many
    terms. No polynomial of as many is better by more than a small factor."""
    def node(i, of):
        return end / 2 * (1 + math.cos((2 * i + 1) * math.pi / (2 * of)))
    values = [function(node(i, terms)) for i in range(terms)]
    coefficients = [2 / terms * sum(v * math.cos(j * (2 * i + 1) * math.pi / (2 * terms))
                                    for i, v in enumerate(values)) for j in range(terms)]

    def polynomial(x):
        u, b1, b2 = 2 * x / end - 1, 0.0, 0.0
        for c in reversed(coefficients[1:]):
            b1, b2 = 2 * u * b1 - b2 + c, b1
        return u * b1 - b2 + coefficients[0] / 2
    points = [node(i, 64) for i in range(64)] + [0.0, end]
    return max(abs(polynomial(x) - function(x)) for x in points)


def terms_for(function, end):
    """How many terms bring the error below FINE, or None with the error of MOST_TERMS."""
    terms = 1
    while terms < MOST_TERMS:
        if interpolation_error(function, terms, end) < FINE:
            return terms, None
        terms += 1 if terms < 32 else terms // 4
    return None, interpolation_error(function, MOST_TERMS, end)


def without_root(x):
    """The arc cosine without the root that it has at 1."""
    return math.acos(x) / math.sqrt(1 - x) if x < 1 else math.sqrt(2)


def arcs(_tools):
    return {name: terms_for(function, 1.0) for name, function in (
        ("arc tangent", math.atan), ("arc cosine", math.acos), ("arc cosine over sqrt(1 - x)", without_root))}


def arcs_text(m):
    return "; ".join(f"{name}: {terms} terms" if terms else
                     f"{name}: with {MOST_TERMS} it is still off by {error:.2g}"
                     for name, (terms, error) in m.items())


def arcs_verdict(m):
    tangent, cosine, over_root = (terms or math.inf for terms, _ in m.values())
    if cosine <= 2 * tangent:
        return FALSE
    return HOLDS if over_root > 2 * tangent else f"{HOLDS} without a root beside the polynomial"


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def through(points, values):
    """The coefficients of the polynomial through these points, lowest first."""
    n = len(points)
    rows = [[x**k for k in range(n)] + [y] for x, y in zip(points, values)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def sine_error(terms):
    """The largest error of an odd polynomial of the sine from 0 to pi/2, through the Chebyshev nodes of the
    square, in floats, as the paper's is evaluated."""
    end = (math.pi / 2)**2
    nodes = [end / 2 * (1 + math.cos((2 * i + 1) * math.pi / (2 * terms))) for i in range(terms)]
    coefficients = [single(c) for c in
                    through(nodes, [math.sin(math.sqrt(s)) / math.sqrt(s) for s in nodes])]

    def polynomial(a):
        s, t = single(a * a), coefficients[-1]
        for c in reversed(coefficients[:-1]):
            t = single(single(t * s) + c)
        return single(t * a)
    angles = [single(i * math.pi / 2 / ANGLES) for i in range(ANGLES + 1)]
    return max(abs(polynomial(a) - math.sin(a)) for a in angles)


def degrees(_tools):
    return {str(terms): sine_error(terms) for terms in range(3, 7)}


def degrees_text(m):
    return "; ".join(f"{terms} terms, {int(terms) + 1} products: {error:.2g}" for terms, error in m.items())


def degrees_verdict(m):
    errors = list(m.values())
    wrong = sum(not fewer > more for fewer, more in zip(errors, errors[1:]))
    return f"{FALSE} in {wrong} of {len(errors) - 1}" if wrong else HOLDS


def sines(tools):
    """In bench/plain, whose Slerps are the listings."""
    return {name: len(re.findall(r"\bsinf?\(", (tools.source / "bench/plain" / name).read_text(encoding="utf-8")
                                .split("static void slerp", 1)[-1].split("\n}", 1)[0]))
            for name in ("port.c", "transformed.c")}


SLERPING = (
    Row(name="cost-of-quaternions", place="section 1",
        claim="quaternions have 4 scalars where matrices have 9, multiplication is \"more efficient\", and they are "
        "\"easily and quickly\" turned into matrices",
        how="additions and multiplications of the usual formulas, counted; quick is what takes fewer than a "
        "product of matrices", measure=cost_of_quaternions,
        found=lambda m: ", ".join(f"{name}: {n}" for name, n in m.items()), verdict=cheaper,
        command="./ulna claims --only cost-of-quaternions"),
    Row(name="one-sine-less", place="section 5, the two listings",
        claim="the new routine has one fsin less: two for three",
        how="calls of the sine in the Slerp of bench/plain/port.c and in transformed.c, counted in the text; they are "
        "the listings in our words", measure=sines,
        found=lambda m: ", ".join(f"{name}: {n}" for name, n in m.items()),
        verdict=lambda m: HOLDS if tuple(m.values()) == (3, 2) else FALSE,
        command="./ulna claims --only one-sine-less"),
    Row(name="arc-cosine", place="section 5",
        claim="an accurate polynomial of the arc cosine is \"much more expensive\" than one of the arc tangent",
        how=f"from 0 to 1, in double: how many terms the polynomial through the Chebyshev nodes takes to be "
        f"nearer than {FINE:.3g}; we take \"much more\" to mean twice as many. The arc cosine has a root at 1; with "
        "sqrt(1 - x) taken out, which costs a root beside the polynomial, it is smooth", measure=arcs, found=arcs_text,
        verdict=arcs_verdict, command="./ulna claims --only arc-cosine"),
    Row(name="lower-degrees", place="section 7",
        claim="polynomials of a lower degree would be faster, and decrease the accuracy",
        how=f"the sine at {ANGLES:,} angles from 0 to pi/2: the error of the odd polynomial through the Chebyshev "
        "nodes, in floats as the paper's, which has 6 terms; whether each has a larger error than the one with a term "
        "more. Faster is what has fewer products", measure=degrees,
        found=degrees_text, verdict=degrees_verdict, command="./ulna claims --only lower-degrees"),
)

FAST = (
    Row(name="matrices-first", place="sections 4 and 7",
        claim="for positions, normals and tangents it is \"more efficient\" to add up weighted matrices first",
        how=f"additions and multiplications of a vertex with {VECTORS} vectors, counted: section 3 with a base vector "
        "for each, multiplied by its weight, against section 4", measure=sections, found=sections_text,
        verdict=sections_verdict, command="./ulna claims --only matrices-first"),
    Row(name="fewest-swizzles", place="sections 3 and 5, the listing for SSE",
        claim="the swizzle for the horizontal additions \"minimizes the number of instructions and dependencies\"",
        how="the listing for the first eight of nine additions, counted as it is printed. That no fewer do, or depend "
        "less on each other, would take a search through all sequences of instructions", measure=lambda _: {"listing": len(SWIZZLE)},
        found=lambda m: f"{m['listing']}, of which {SWIZZLE.count('movaps')} copy a register and "
                        f"{SWIZZLE.count('addps')} add", verdict=lambda _: NOT_HERE,
        command="./ulna claims --only fewest-swizzles"),
)

DAVIES = (
    Row(name="further-vectors", place="figure 5",
        claim="with collapsed matrices further vectors, as for tangent space, become \"much more efficient\": their "
        "cost does not depend on the number of weights",
        how="additions and multiplications of a vertex with 4x3 matrices, counted: what a third vector adds, matrix "
        "by matrix and collapsed", measure=one_vector_more,
        found=lambda m: "; ".join(f"{k} weight{'s' * (k != '1')}: {direct} operations, {collapsed} collapsed"
                                  for k, (direct, collapsed) in m.items()),
        verdict=one_vector_verdict, command="./ulna claims --only further-vectors"),
)
