"""Rows: Adventures in data-oriented design, part 4: Skinning it to 11 (Molecule Engine)."""
import ctypes as c

from meshes import Strided, counted_out, shared_out
from row import (ALIKE, FALSE, HOLDS, NOT_HERE, Row, Source, arithmetic, at_least, if_measurable, number,
                 stands_for)
from tools import CHARACTERS

# Milliseconds, as printed.
START, SPLIT, FLOAT4, SORTED, TIGHT = "4.15", "4.00", "3.53", "2.00", "1.78"
IN_64_BITS = "15"  # per cent
STEPS = {"split": (START, SPLIT), "float4": (SPLIT, FLOAT4), "sorted": (FLOAT4, SORTED),
         "tight": (SORTED, TIGHT)}
SHARES = ("30", "25", "20", "25")
NO_VERTICES = (c.c_int32 * 4)()
UNSKINNED = (0, 8, 40, 104)  # bytes: none, texture coordinates, and vertices of one and two cache lines
ALMOST = 0.9  # of as many times as there are threads: what we take "almost perfectly" to mean
VERTICES = 2500  # about half as many as triangles, of which a character has 5,000


def times(before, after):
    """Computed by us: the source prints milliseconds."""
    return f"{before} to {after} ms, which is {float(before) / float(after):.4g} times"


def gains(_tools):
    """How many times as fast each step is at least and at most."""
    found = {}
    for name, (before, after) in STEPS.items():
        (b, b_high), (a, a_high) = stands_for(before), stands_for(after)
        found[name] = [float(b / a_high), float(b_high / a)]
    found["64 bits"] = [1 + float(end) / 100 for end in stands_for(IN_64_BITS)]
    return found


def least_gain(step):
    return gains(None)[step][0]


def gains_text(m):
    return ", ".join(f"{name} {number(low)} to {number(high)} times" for name, (low, high) in m.items())


def biggest(m):
    """Whether sorting is the biggest step, whatever the printed milliseconds stand for."""
    return HOLDS if all(m["sorted"][0] > high for name, (_, high) in m.items() if name != "sorted") \
        else FALSE


def scaling(tools):
    """Of the source's hundred characters, each skinned once in a frame."""
    (found,) = [(ratio, level) for (_, calls, in_a_row, level), ratio in tools.scalings("characters").items()
                if calls == 100 and in_a_row == 1]
    return dict(zip(("ratio", "level"), found))


def choosing(tools, form, made):
    """{how many vertices: nanoseconds for each}, in the form that `made` makes arguments for, and in the one that
    adds all four influences."""
    def way(port, vertices, made):
        operation, arguments = made(SHARES, vertices)
        return vertices, [(port, operation, arguments)], [(port, operation, (*arguments[:-1], NO_VERTICES))]
    return {str(n): tools.timed({form: way(form, n, made), "no_branches": way("no_branches", n, shared_out)})
            for n in (VERTICES, 40 * VERTICES)}


def choosing_verdict(m, form):
    wrong = sum(not one[form] > one["no_branches"] for one in m.values())
    return f"false here in {wrong} of {len(m)}" if wrong else "holds here"


def choosing_row(name, form, made, claim, how):
    return Row(name=name, place="Runtime-friendly data layout", claim=claim,
               how=f"four influences of a vertex with streams of four floats, {how}, in SSE "
               "(properties/claims/forms/branches.cpp); the printed shares in random order, one character again and "
               "again, which processors learn, and forty different ones in one call",
               measure=lambda tools: choosing(tools, form, made),
               found=lambda m: ", ".join(f"{int(n):,} vertices: {one[form]:.2f} ns with, {one['no_branches']:.2f} ns "
                                         "without" for n, one in m.items()),
               verdict=lambda m: choosing_verdict(m, form), check="recorded", depends="speed",
               command=f"./ulna claims --only {name}")


def unskinned(tools):
    """{bytes of a vertex that are not skinned: nanoseconds for a vertex}, one character again and again, and
    forty in one call."""
    return {str(n): tools.timed({str(size): strided(size, n) for size in UNSKINNED})
            for n in (VERTICES, 40 * VERTICES)}


def strided(size, vertices):
    mesh = Strided(vertices, size)
    return vertices, [("sse", *mesh.call(vertices))], [("sse", *mesh.call(0))]


def unskinned_text(m):
    return "; ".join(f"{int(n):,} vertices: " + ", ".join(f"{ns:.2f} ns with {size} bytes"
                                                          for size, ns in one.items()) for n, one in m.items())


def unskinned_verdict(m):
    """What splitting gains grows with what is not skinned, and with the vertices; no step back is more than what two
    runs differ by."""
    few, many = (list(one.values()) for one in m.values())
    never_less = all(b > a * (1 - ALIKE) for one in (few, many) for a, b in zip(one, one[1:]))
    gains = [one[-1] / one[0] for one in (few, many)]
    return "holds here" if never_less and 1 + ALIKE < gains[0] < gains[1] else "false here"


def bits_text(m):
    slow, fast = (m[width] / VERTICES for width in ("32", "64"))
    return f"{slow:.2f} ticks in 32 bits against {fast:.2f} in 64 for a vertex: {slow / fast:.2f}"


def bits_verdict(m):
    return at_least(least_gain("64 bits"))(m["32"] / m["64"])


def layouts(name, step, place, claim, how, measure):
    """A row on a step that changes the layout of the data."""
    return Row(name=name, place=place, claim=claim,
               how=f"{how}; positions and normals of {CHARACTERS} characters of {VERTICES} vertices, one after the "
               "other, the fastest of a thousand times without what calls of none take",
               measure=measure,
               found=lambda m: f"{m['slow']:.2f} ns against {m['fast']:.2f} ns for a vertex: "
                               f"{m['ratio']:.2f}",
               verdict=lambda m: at_least(least_gain(step))(m["ratio"]), check="recorded", depends="speed",
               command=f"./ulna claims --only {name}")


ROWS = (
    layouts("split-streams", "split", "Splitting streams",
            f"skinned data in a stream of its own: {times(START, SPLIT)}",
            "skin_interleaved_verts against skin_split_verts of port published, four influences for all",
            lambda tools: tools.split_as_fast("published", VERTICES)),
    layouts("float4", "float4", "SIMD-friendly data layout",
            f"four floats for each vector: {times(SPLIT, FLOAT4)}",
            "skin_split_verts against skin_sorted_verts of port published, four influences for all",
            lambda tools: tools.float4_as_fast("published", VERTICES)),
    layouts("sorted-by-influences", "sorted", "Runtime-friendly data layout",
            f"vertices sorted by their number of influences, a loop for each: {times(FLOAT4, SORTED)}. "
            "No factor is printed; the 2 times that it may be quoted with is not the source's",
            "skin_sorted_verts of port published, four influences for all against the printed shares, sorted",
            lambda tools: tools.sorted_as_fast("published", SHARES, VERTICES)),
    Row(name="sorted-biggest", place="Runtime-friendly data layout",
        claim=f"of the steps, this one ({FLOAT4} to {SORTED} ms) \"yields the biggest bang for the buck\"",
        how="computed from the milliseconds that are printed, and the 15% of 64 bits; the buck is not "
        "counted",
        measure=gains, found=gains_text, verdict=biggest, command="./ulna claims --only sorted-biggest"),
    arithmetic("whole-ratio", "Final touches",
               f"from {START} to {TIGHT} ms, and \"an additional speedup of 15%\" in 64 bits, is \"a decent "
               "~2.75x speedup\"", [("times", "~2.75", START, TIGHT, IN_64_BITS)],
               lambda before, after, percent: before / after * (1 + percent / 100)),
    choosing_row("branches-on-weights", "branches", shared_out,
                 "branches that jump over weights of zero: \"the code will most likely run slower than the "
                 "original implementation\"", "with a branch for each and without"),
    choosing_row("count-for-each-vertex", "counts", counted_out,
                 "a stored number of influences and a loop for each vertex \"will most likely run slower\" on a mesh "
                 "of which many vertices have three or four; 55% of the source's have",
                 "with a number before the joints of each vertex and a loop, and without"),
    Row(name="more-unskinned-data", place="Splitting streams",
        claim="\"the more unskinned data\" and the more vertices, \"the bigger the savings become\" of a stream of its "
        "own",
        how="not the source's loop: update_skinned_mesh of port sse, positions and normals with four influences, and "
        "so many bytes between them that are neither read nor copied; where they are copied more is saved",
        measure=unskinned, found=unskinned_text, verdict=unskinned_verdict, check="recorded", depends="speed",
        command="./ulna claims --only more-unskinned-data"),
    if_measurable(Row(
        name="scaling", place="Final touches",
        claim="over threads it scales \"almost perfectly (linearly) across all available cores\"",
        how="100 characters over two threads, skin_sorted_verts of port best (bench/README.md, "
        f"\"Threads\"), which is all the cores there are; we take almost to mean {ALMOST:g} times the "
        "number of threads. More than twice is due to two caches, or to other work beside the one "
        "thread", measure=scaling,
        found=lambda m: f"{m['ratio']:.2f} times as fast on two, from {m['level']}",
        verdict=lambda m: at_least(2 * ALMOST)(m["ratio"]), check="recorded", depends="speed",
        command="./ulna claims --only scaling")),
    if_measurable(Row(
        name="64-bits", place="Final touches",
        claim=f"\"building a 64-bit executable gives an additional speedup of {IN_64_BITS}%\", as there "
        "are more SSE registers",
        how=f"positions and normals of {VERTICES} vertices with the printed shares of influences, the four "
        "loops of the source, the same C (properties/claims/forms/bits.c) compiled for 32 and for 64 "
        "bits; fewest ticks of many calls",
        measure=lambda tools: tools.bits(), found=bits_text, verdict=bits_verdict, check="recorded", depends="speed",
        command="./ulna claims --only 64-bits")),
    Row(name="shares", place="Runtime-friendly data layout",
        claim="of the test character's vertices \"roughly\" 30% have 4 influences, 25% have 3, 20% have 2 "
        "and 25% have 1", how="the character is not published; whether the shares add up",
        measure=lambda tools: {"sum": sum(map(int, SHARES))}, found=lambda m: f"they add up to {m['sum']}%",
        verdict=lambda m: NOT_HERE if m["sum"] == 100 else FALSE, command="./ulna claims --only shares"),
)

SOURCE = Source("*Adventures in data-oriented design, part 4: Skinning it to 11*, Molecule Engine", ROWS)
