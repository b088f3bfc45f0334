"""Rows: Adventures in data-oriented design, part 4: Skinning it to 11 (Molecule Engine)."""
from row import (FALSE, HOLDS, NOT_HERE, Row, Source, arithmetic, at_least, number, stands_for)

# Milliseconds, as printed.
START, SPLIT, FLOAT4, SORTED, TIGHT = "4.15", "4.00", "3.53", "2.00", "1.78"
IN_64_BITS = "15"  # per cent
STEPS = {"split": (START, SPLIT), "float4": (SPLIT, FLOAT4), "sorted": (FLOAT4, SORTED),
         "tight": (SORTED, TIGHT)}
SHARES = ("30", "25", "20", "25")
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


def layouts(name, step, place, claim, how, measure):
    """A row on a step that changes the layout of the data."""
    return Row(name=name, place=place, claim=claim,
               how=f"{how}; positions and normals of {VERTICES} vertices, the fastest of a thousand calls without "
               "what a call of none takes",
               measure=measure,
               found=lambda m: f"{m['slow']:.2f} ns against {m['fast']:.2f} ns for a vertex: {m['ratio']:.2f}",
               verdict=lambda m: at_least(least_gain(step))(m["ratio"]), check="recorded", depends="speed",
               command=f"./ulna claims --only {name}")


ROWS = (
    layouts("split-streams", "split", "Splitting streams",
            f"skinned data in a stream of its own: {times(START, SPLIT)}",
            "skin_interleaved_verts against skin_split_verts of port sse, four influences for all",
            lambda tools: tools.split_as_fast("sse", VERTICES)),
    layouts("float4", "float4", "SIMD-friendly data layout",
            f"four floats for each vector: {times(SPLIT, FLOAT4)}",
            "skin_split_verts against skin_sorted_verts of port sse, four influences for all",
            lambda tools: tools.float4_as_fast("sse", VERTICES)),
    layouts("sorted-by-influences", "sorted", "Runtime-friendly data layout",
            f"vertices sorted by their number of influences, a loop for each: {times(FLOAT4, SORTED)}. "
            "No factor is printed; the 2 times that it may be quoted with is not the source's",
            "skin_sorted_verts of port sse, four influences for all against the printed shares, sorted",
            lambda tools: tools.sorted_as_fast("sse", SHARES, VERTICES)),
    Row(name="sorted-biggest", place="Runtime-friendly data layout",
        claim=f"of the steps, this one ({FLOAT4} to {SORTED} ms) \"yields the biggest bang for the buck\"",
        how="computed from the milliseconds that are printed, and the 15% of 64 bits; the buck is not counted",
        measure=gains, found=gains_text, verdict=biggest, command="./ulna claims --only sorted-biggest"),
    arithmetic("whole-ratio", "Final touches",
               f"from {START} to {TIGHT} ms, and \"an additional speedup of 15%\" in 64 bits, is \"a decent "
               "~2.75x speedup\"", [("times", "~2.75", START, TIGHT, IN_64_BITS)],
               lambda before, after, percent: before / after * (1 + percent / 100)),
    Row(name="shares", place="Runtime-friendly data layout",
        claim="of the test character's vertices \"roughly\" 30% have 4 influences, 25% have 3, 20% have 2 and "
        "25% have 1", how="the character is not published; whether the shares add up",
        measure=lambda tools: {"sum": sum(map(int, SHARES))}, found=lambda m: f"they add up to {m['sum']}%",
        verdict=lambda m: NOT_HERE if m["sum"] == 100 else FALSE, command="./ulna claims --only shares"),
)

SOURCE = Source("*Adventures in data-oriented design, part 4: Skinning it to 11*, Molecule Engine", ROWS)
