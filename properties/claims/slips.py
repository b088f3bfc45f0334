"""Rows: slips of the sources, which nothing of ours follows."""
import math
import struct

from ports import translation
from row import FALSE, HOLDS, Row, reading

PORT = "scalar"

SLERPING = (
    reading("listing-of-rsqrt", "section 6, the first listing",
            "the reciprocal square roots of the four numbers in xmm0, left there. Appendix A, which computes "
            "in other registers, agrees with itself",
            "where the numbers are", {"the text": "xmm0", "the listing": "xmm1, and xmm0 is overwritten"}),
)


# --- haddps, to the bit -----------------------------------------------------------------------

def rounded(x):
    """To a float."""
    return struct.unpack("f", struct.pack("f", x))[0]


def add(a, b):
    return rounded(a + b)  # of two floats the double rounds to what the float would


PRODUCTS = (1.0, 2.0**-24, -1.0, 0.0)  # m0, m1, m2 and t0


def both_orders(_tools):
    m0, m1, m2, t0 = PRODUCTS
    return {"moves": add(add(m0, m2), add(m1, t0)), "haddps": add(add(m0, m1), add(m2, t0))}


FAST = (
    reading("haddps-comment", "section 5, the listing with haddps",
            "what the second haddps leaves in the lower half of xmm2, of m6, m7, m8 and t2", "the two sums",
            {"its comment": "m6+m8 and m7+t2", "haddps": "m6+m7 and m8+t2"}),
    Row(name="haddps-same", place="section 5, the listings",
        claim="two haddps do \"exactly the same\" as the additions behind movlhps and movhlps",
        how="the order in which each adds the products m0, m1, m2 and t0 of a row, as its comments say, in "
        f"floats, for {', '.join(f'{x:g}' for x in PRODUCTS)}",
        measure=both_orders,
        found=lambda m: f"(m0 + m2) + (m1 + t0) is {m['moves']:g}, (m0 + m1) + (m2 + t0) is {m['haddps']:g}",
        verdict=lambda m: HOLDS if m["moves"] == m["haddps"] else f"{HOLDS} if roundings do not count",
        command="./ulna claims --only haddps-same"),
)


# --- Chapter 11 -------------------------------------------------------------------------------

def garbage(tools):
    """A vertex on matrix 0 alone, and what matrix 1 makes of it, whose weight is 0."""
    still = translation(0, 0, 0)
    return {name: tools.library(PORT).blended((1, 2, 3), still + [value] * 16, (1.0,))[0]
            for name, value in (("numbers", 1e30), ("infinities", math.inf), ("NaNs", math.nan))}


def garbage_text(m):
    return ", ".join(f"x is {x:g} with {name}" for name, x in m.items()) + "; it should stay 1"


CHAPTER_11 = (
    reading("counted-from-one", "11.4.2, vertexIndices against the second X file",
            "{4, 7, 20, 45, 100} are the fourth, the seventh, the twentieth vertex and so on",
            "the number of the first vertex", {"the text": 1, "a face of the example": 0}),
    reading("offset-recursion", "11.5, CalculateBoneOffsetMatrices",
            "it steps through the hierarchy by recursion, and makes an offset matrix for each bone",
            "what is called for siblings and children",
            {"the text": "itself", "the listing": "UpdateFrameMatrices, which makes none"}),
    reading("matrices-of-a-device", "11.8.2",
            "a device stores \"511 matrices\": states 0 to 255, and 256 to 511 for the world",
            "how many matrices there are", {"the text": 511, "its states, 0 to 511": 512}),
    reading("four-matrices", "11.8.2", "four bone matrices are \"matrices 0-4\", and not 256 to 259",
            "how many matrices those are", {"0 to 4": 5, "256 to 259": 4}),
    reading("fourth-weight", "11.8.3, D3DVBF_3WEIGHTS, against the formula before it",
            "the pipeline computes Weight3 = 1.0 - (Weight1 + Weight2 + Weight3)", "which weight that is",
            {"11.8.3": "Weight3", "the formula before it": "Weight4"}),
    reading("example-normals", "11.4, the second X file", "a mesh and its normals, one for each vertex",
            "how many those are", {"vertices": 300, "normals": 4432}),
    reading("example-influences", "11.4, the second X file",
            "each vertex is assigned to no more than two bones", "bones of a vertex",
            {"the header": 2, "weights of 0.333333 that add up to 1": 3}),
    reading("example-comments", "11.4, the second X file", "vertices of LeftUpperLeg, and comments that name them",
            "the vertices", {"the numbers": "1, 20, 25", "the comments": "1, 2, 3"}),
    reading("example-offsets", "11.4, the second X file",
            "each SkinWeights has the bone offset matrix of its bone", "how many there are",
            {"bones": 2, "different matrices": 1}, f"{HOLDS} if both bones are in one place"),
    reading("last-beta", "11.9.1, D3DFVF_LASTBETA_UBYTE4",
            "of N weights that are blended the Nth holds the indices; with D3DVBF_2WEIGHTS it is the third",
            "which one, of two", {"the rule": 2, "its example": 3}),
    reading("time-between-keys", "11.1, the pseudo code",
            "t = AnimTime - KeyFrame[N].Time is the weight of the mesh of the next key",
            "t at the second of two keys that are 0.25 apart",
            {"the pseudo code": 0.25, "where the second mesh alone is to be seen": 1},
            f"{HOLDS} if keys are one apart"),
    Row(name="garbage-matrices", place="11.8.4",
        claim="the contents of a matrix whose weight is 0 are insignificant: \"garbage data\" has no effect",
        how=f"blend_vertices of port {PORT}, a vertex (1, 2, 3) with the weight 1, so that the last matrix has 0, as "
        "the formula has it: what multiplies by a weight of 0 makes a NaN of what is not finite. The device is not to be had "
        "here", measure=garbage, found=garbage_text,
        verdict=lambda m: FALSE if m["numbers"] != 1 else
        HOLDS if all(x == 1 for x in m.values()) else f"{HOLDS} if the garbage is finite",
        command="./ulna claims --only garbage-matrices"),
)

DAVIES = (
    reading("register-size", "SSE Attempt Number One",
            "__m128 is a \"128-byte data type\"", "its size in bytes",
            {"the text": 128, "the four floats that it takes": 16}),
)
